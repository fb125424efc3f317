import { locales } from '#contract/locales.ts';
import { type Feature, features } from '#contract/site/features.ts';
import { languageTexts } from './languages.ts';

/** Read once, at the first use. */
function createPromiseWords(): (feature: Feature) => RegExp | undefined {
  let words: ReadonlyMap<Feature, RegExp> | undefined;
  return (feature) => {
    words ??= readPromiseWords();
    return words.get(feature);
  };
}

const promiseWords = createPromiseWords();

/** Patterns of words for each optional feature, in every language of the site. */
function readPromiseWords(): ReadonlyMap<Feature, RegExp> {
  return new Map(
    features.flatMap((feature) => {
      const patterns = locales.flatMap((locale) => languageTexts.in(locale).promises[feature] ?? []);
      return patterns.length > 0 ? [[feature, new RegExp(patterns.join('|'), 'i')] as const] : [];
    }),
  );
}

export const missingFeatures = ({ hasFeature }: { hasFeature(feature: Feature): boolean }): Feature[] =>
  features.filter((feature) => !hasFeature(feature));

export interface BrokenPromise {
  readonly feature: Feature;
  /** The words in the text. */
  readonly words: string;
}

/** Returns a text's promises of missing features. */
export const brokenPromises = (text: string, missingFeatures: readonly Feature[]): BrokenPromise[] =>
  missingFeatures.flatMap((feature) => {
    const words = promiseWords(feature)?.exec(text)?.[0];
    return words ? [{ feature, words }] : [];
  });

/** The same as ends of a sentence about a field. */
export const promisesIn = (field: string, text: string, missingFeatures: readonly Feature[]): string[] =>
  brokenPromises(text, missingFeatures).map(
    ({ feature, words }) =>
      `${field} promises “${words}”, but this brand does not have ${feature}; leave it out or make it depend on that feature`,
  );
