// Checks that texts are complete in every locale, and that each is used and each used one exists.

import { defaultLocale, locales } from '../contract/locales.ts';
import { printViolations, projectFiles } from './architecture/files.ts';
import { checkMessages } from './messages/check.ts';
import { dynamicKeys } from './messages/dynamic-keys.ts';

const folder = 'src/content/messages';
const files = projectFiles(/^src\/content\/messages\/\w+\/[\w-]+\.json$/);
// The default locale first: other locales are compared with it.
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
printViolations(checkMessages(catalogues, sources, dynamicKeys), `${names}: all texts complete and used.`);
