import { it } from 'vitest';
import { locales } from '#contract/locales.ts';
import { type Feature, features } from '#contract/site/features.ts';
import { expectJoined } from '#contract/testing/joined.ts';
import { languageTexts } from './languages.ts';

/** Features that no text for visitors mentions, or whose words mean other things, too. */
const withoutWords: readonly Feature[] = [
  'categories',
  'christmasMode',
  'desk',
  'passkeys',
  'safe',
  'studio',
];

it('knows the words of every feature, so that no text promises one that a brand lacks', () => {
  expectJoined(
    locales.flatMap((locale) =>
      features
        .filter((feature) => !withoutWords.includes(feature))
        .filter((feature) => !languageTexts.in(locale).promises[feature]?.length)
        .map(
          (feature) =>
            `Words that promise the feature ${feature} are not known: add them to promises in src/content/languages/${locale}.json, or the feature to withoutWords in server/content/promises.joined.test.ts`,
        ),
    ),
  );
});
