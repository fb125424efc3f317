// @ts-check
// npm test and related commands; runs on Node 20, installs the packages and starts the runner on Node 24.
// node scripts/test.mjs [suite] [--only=…] [--since=…] (docs/how/testing.md)
import { join } from 'node:path';
import { exec } from './lib/exec.mjs';
import { ensureInstalled, node24, root } from './lib/toolchain.mjs';

const started = Date.now();
await ensureInstalled({ dev: true });
exec(node24, [join(root, 'scripts/test/main.ts'), ...process.argv.slice(2)], {
  ...process.env,
  TEST_STARTED: String(started),
});
