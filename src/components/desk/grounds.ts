import type { Locale } from '#contract/locales.ts';
import type { Ground } from '#contract/safety/decisions.ts';
import type texts from '../../content/mails/en.json';

const files = import.meta.glob<typeof texts>('../../content/mails/*.json', {
  eager: true,
  import: 'default',
});

/** Names of the grounds of decisions and their templates, as the statements say them. */
export const groundTextsIn = (language: Locale) =>
  files[`../../content/mails/${language}.json`]?.statements.grounds;

export const groundName = (ground: Ground, language: Locale): string =>
  groundTextsIn(language)?.[ground].name ?? ground;
