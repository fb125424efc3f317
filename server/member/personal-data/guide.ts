import { TIME_ZONE } from '#contract/day.ts';
import type { Locale } from '#contract/locales.ts';
import { fill } from '#server/content/content.ts';
import { documentTexts } from '#server/content/documents.ts';

/** Returns a text file that describes the others. Throws for an unknown file. */
export function guideTo(
  files: readonly string[],
  { language, now }: { language: Locale; now: Date },
): Record<string, string> {
  const { file, head, about, foot } = documentTexts.in(language).personalData;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: TIME_ZONE }).format(now);
  const lines = files.map((name) => {
    if (!Object.hasOwn(about, name))
      throw new Error(`documents/${language}.json: personalData.about lacks ${name}`);
    return `${name}.json: ${about[name]}`;
  });
  return { [file]: `${fill(head, { day })}\n\n${lines.join('\n')}\n\n${foot}\n` };
}
