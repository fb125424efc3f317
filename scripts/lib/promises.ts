import { type Feature, features } from '#contract/features.ts';
import { locales } from '#contract/locales.ts';
import { languageTexts } from '#server/content/languages.ts';

/** Patterns of words for each optional feature, in every language of the site. */
let promiseWords: ReadonlyMap<Feature, RegExp> | undefined;

function readPromiseWords(): ReadonlyMap<Feature, RegExp> {
  return new Map(
    features.flatMap((feature) => {
      const patterns = locales.flatMap((locale) => languageTexts.in(locale).promises[feature] ?? []);
      return patterns.length > 0 ? [[feature, new RegExp(patterns.join('|'), 'i')] as const] : [];
    }),
  );
}

export interface BrokenPromise {
  readonly feature: Feature;
  /** The words in the text. */
  readonly words: string;
}

/** Returns a text's promises of missing features. */
export const brokenPromises = (text: string, missingFeatures: readonly Feature[]): BrokenPromise[] =>
  missingFeatures.flatMap((feature) => {
    promiseWords ??= readPromiseWords();
    const words = promiseWords.get(feature)?.exec(text)?.[0];
    return words ? [{ feature, words }] : [];
  });
