// The texts of the site: complete in every language, used, and known.
import { report } from './architecture/faults.ts';
import { projectFiles } from './architecture/files.ts';
import { checkMessages } from './messages/check.ts';
import { dynamicKeys } from './messages/dynamic-keys.ts';

const catalogues = projectFiles(/^src\/content\/messages\/\w+\.json$/)
  // Dutch is the source language: the others are compared with it.
  .sort((a, b) => Number(b.path.endsWith('/nl.json')) - Number(a.path.endsWith('/nl.json')))
  .map(({ path, text }) => ({ file: path, texts: JSON.parse(text) }));
const sources = projectFiles(/^(src|contract)\/(?!.*\.test\.).*\.(ts|tsx|astro)$/);
const files = catalogues.map(({ file }) => file).join(', ');
report(checkMessages(catalogues, sources, dynamicKeys), `${files}: the same texts, all of them used.`);
