import { type Content, errorTexts } from '#server/content/content.ts';
import { documentTexts } from '#server/content/documents.ts';
import { languageTexts } from '#server/content/languages.ts';
import { mailTexts } from '#server/content/mails.ts';
import { phoneTexts } from '#server/gateways/ivr/sandbox-page.ts';
import { sandboxTexts } from '#server/gateways/payments/sandbox-page.ts';
import { contactWords } from '#server/safety/words/vocabulary.ts';

const all: readonly Content<unknown>[] = [
  languageTexts,
  mailTexts,
  documentTexts,
  errorTexts,
  phoneTexts,
  sandboxTexts,
  contactWords,
];

/** One sentence per mistake in the server's texts, naming file and field. */
export const contentMistakes = (root?: string): string[] => [
  ...new Set(all.flatMap((content) => content.mistakes(root))),
];
