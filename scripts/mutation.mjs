// @ts-check
// npm run mutation -- ledger: changes the rules of a scope one by one, and asks whether a test notices.
import { exec } from './lib/exec.mjs';
import { scopeOf } from './testing/mutation/scopes.mjs';

const [first, ...rest] = process.argv.slice(2);
// What begins with a dash, or nothing, is meant for Stryker.
const isScope = first !== undefined && !first.startsWith('-');
const scope = isScope ? first : 'contract';
scopeOf(scope);
exec(process.execPath, ['node_modules/.bin/stryker', 'run', ...(isScope ? rest : process.argv.slice(2))], {
  ...process.env,
  MUTATION_SCOPE: scope,
});
