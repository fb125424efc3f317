// @ts-check
// npm run mutation -- ledger: mutates the code of a scope step by step and checks that a test fails.
import { exec } from './lib/exec.mjs';
import { scopeOf } from './testing/mutation/scopes.mjs';

const [first, ...rest] = process.argv.slice(2);
// Arguments that begin with a dash are for Stryker.
const isScope = first !== undefined && !first.startsWith('-');
const scope = isScope ? first : 'contract';
scopeOf(scope);
exec(process.execPath, ['node_modules/.bin/stryker', 'run', ...(isScope ? rest : process.argv.slice(2))], {
  ...process.env,
  MUTATION_SCOPE: scope,
});
