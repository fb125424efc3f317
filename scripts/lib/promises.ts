import { type Feature, features } from '#contract/features.ts';
import { locales } from '#contract/locales.ts';
import { languageTexts } from '#server/content/languages.ts';

/** How a text speaks of what a brand may not have, in every language of the site. */
let promiseWords: ReadonlyMap<Feature, RegExp> | undefined;

function readPromiseWords(): ReadonlyMap<Feature, RegExp> {
  return new Map(
    features.flatMap((feature) => {
      const said = locales.flatMap((locale) => languageTexts.in(locale).promises[feature] ?? []);
      return said.length > 0 ? [[feature, new RegExp(said.join('|'), 'i')] as const] : [];
    }),
  );
}

export interface BrokenPromise {
  readonly feature: Feature;
  /** As the text says it. */
  readonly words: string;
}

/** What a text promises of features that are missing. */
export const brokenPromises = (text: string, missingFeatures: readonly Feature[]): BrokenPromise[] =>
  missingFeatures.flatMap((feature) => {
    promiseWords ??= readPromiseWords();
    const words = promiseWords.get(feature)?.exec(text)?.[0];
    return words ? [{ feature, words }] : [];
  });
