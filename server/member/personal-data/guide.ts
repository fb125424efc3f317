import { TIME_ZONE } from '#contract/day.ts';
import type { Locale } from '#contract/locales.ts';
import { fill } from '#server/content/content.ts';
import { documentTexts } from '#server/content/documents.ts';

/** A text file that says what is in the others. Throws for a file it does not know. */
export function guideTo(
  files: readonly string[],
  { language, now }: { language: Locale; now: Date },
): Record<string, string> {
  const { file, head, about, foot } = documentTexts.in(language).personalData;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: TIME_ZONE }).format(now);
  const lines = files.map((name) => {
    if (!Object.hasOwn(about, name)) throw new Error(`the guide does not say what is in ${name}`);
    return `${name}.json: ${about[name]}`;
  });
  return { [file]: `${fill(head, { day })}\n\n${lines.join('\n')}\n\n${foot}\n` };
}
