import { it } from 'vitest';
import { locales } from '#contract/locales.ts';
import { filterNames, filterValues } from '#contract/performers/directory/filters.ts';
import { codedRules } from '#contract/performers/profile/profile-form.ts';
import { expectJoined } from '#contract/testing/joined.ts';
import { lookUp } from '../../site/i18n.ts';
import { labelKeyOf, nameKeyOf } from './filters.ts';

/** Sentences about keys without a text; the first part of a key is the name of a file. */
const withoutText = (keys: readonly string[]): string[] =>
  locales.flatMap((locale) =>
    keys
      .filter((key) => lookUp(locale, key, '') === '')
      .map((key) => `${key} has no text: add it below src/content/messages/${locale}/`),
  );

it('names every filter and every value in every language', () => {
  expectJoined(
    withoutText(
      filterNames.flatMap((name) => [
        labelKeyOf(name),
        ...filterValues[name].map((value) => nameKeyOf({ name, value })),
      ]),
    ),
  );
});

it('names every field of a profile and every value in every language', () => {
  expectJoined(
    withoutText(
      Object.entries(codedRules).flatMap(([name, rule]) => [
        `profile.field.${name}`,
        ...('values' in rule ? rule.values : []).map((value) => `profile.value.${name}.${value}`),
      ]),
    ),
  );
});
