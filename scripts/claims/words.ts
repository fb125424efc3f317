import type { Locale } from '#contract/locales.ts';
import { languageTexts } from '#server/content/languages.ts';

/** A value in a text that stands for a person. */
const named = '\\{\\{(?:name|member|brand)\\}\\}';

const begins = '(?<!\\p{L})';
const ends = '(?!\\p{L})';
const whole = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`${begins}(?:${alternatives.join('|')})${ends}`, 'iu');
/** At most some words apart, within one sentence. */
const near = (one: string, most: number, other: string): RegExp =>
  new RegExp(`${begins}(?:${one})${ends}[^.:;]{0,${most}}${begins}(?:${other})${ends}`, 'iu');

export const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+/);

/** Whether a text states who sees, hears, reads, pays, earns or keeps something, judged by its words. */
export function makesClaim(text: string, locale: Locale): boolean {
  const { absolute, act, who, does, phrase } = languageTexts.in(locale).claims;
  const person = `${who}|${named}`;
  const alone = [whole(phrase), near(person, 25, does), near(does, 12, person)];
  return text
    .split(/(?<=[.!?;:])\s+/)
    .some(
      (one) =>
        alone.some((pattern) => pattern.test(one)) || (whole(absolute).test(one) && whole(act).test(one)),
    );
}
