// @ts-check
// npm test and related commands. Runs on plain Node 20: installs the packages if needed, then starts the runner on Node 24.
//   node scripts/test.mjs              the product
//   node scripts/test.mjs media        another suite of scripts/test/steps.mjs
//   node scripts/test.mjs quick        what changed files can affect; --since=main: changed since a commit or branch
//   … --only=types,vitest              some of its steps
//   node scripts/test.mjs ci           all suites, for .ci/run
//   REQUIRE_SERVICES=1                 fails if a browser or service of the suite is missing
import { join } from 'node:path';
import { exec } from './lib/exec.mjs';
import { ensureInstalled, node24, root } from './lib/toolchain.mjs';

const started = Date.now();
await ensureInstalled({ dev: true });
exec(node24, [join(root, 'scripts/test/main.ts'), ...process.argv.slice(2)], {
  ...process.env,
  TEST_STARTED: String(started),
});
