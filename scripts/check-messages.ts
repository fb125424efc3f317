// Texts must be complete in every locale, used, and known.

import { defaultLocale, locales } from '../contract/locales.ts';
import { projectFiles } from './architecture/files.ts';
import { report } from './architecture/violations.ts';
import { checkMessages } from './messages/check.ts';
import { dynamicKeys } from './messages/dynamic-keys.ts';

const folder = 'src/content/messages';
const files = projectFiles(/^src\/content\/messages\/\w+\/[\w-]+\.json$/);
// The default locale first: the others are compared with it.
const ordered = [defaultLocale, ...locales.filter((locale) => locale !== defaultLocale)];
const catalogues = ordered.map((locale) => ({
  file: `${folder}/${locale}`,
  locale,
  texts: Object.assign(
    {},
    ...files
      .filter(({ path }) => path.startsWith(`${folder}/${locale}/`))
      .map(({ text }): object => JSON.parse(text)),
  ),
}));
const sources = projectFiles(/^(src|contract)\/(?!.*\.test\.).*\.(ts|tsx|astro)$/);
const names = catalogues.map(({ file }) => file).join(', ');
report(checkMessages(catalogues, sources, dynamicKeys), `${names}: the same texts, all of them used.`);
