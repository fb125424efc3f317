// node scripts/test-affected.ts FILE… --FLAG…: runs Vitest, with the flags, on the tests that the changed files affect.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { affectedTests } from './architecture/affected-tests.ts';
import { projectFiles, root } from './architecture/files.ts';

const args = process.argv.slice(2);
const changed = args.filter((argument) => !argument.startsWith('-'));
const flags = args.filter((argument) => argument.startsWith('-'));
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const files = projectFiles(/^(?:contract|server|demo|src|scripts|bench)\/.*\.(?:ts|tsx|mjs|astro)$/);
const tests = affectedTests(files, changed, imports);
console.log(`${tests.length} test files affected by ${changed.length} changed files`);
if (tests.length > 0) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...flags, ...tests], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
