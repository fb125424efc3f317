// @ts-check
// npm run dev: rebuilds and restarts the product after each change to the site, the contract or the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { buildSite } from './lib/site-build.mjs';
import { ensureInstalled, node24, root } from './lib/toolchain.mjs';

const folders = ['src', 'contract', 'server', 'public', 'packages/media'];
/** In ms; editors write a file in several steps. */
const SETTLE_MS = 150;

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
/** @type {NodeJS.Timeout | undefined} */
let timer;
let turn = Promise.resolve();

async function stop() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

async function restart() {
  // After a failed build the running product stays.
  if ((await buildSite()) !== 0) return;
  await stop();
  server = spawn(node24, ['server/main.ts'], { cwd: root, stdio: 'inherit' });
}

function changed() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    turn = turn.then(restart);
  }, SETTLE_MS);
}

await ensureInstalled({ dev: true });
await restart();
for (const folder of folders) watch(join(root, folder), { recursive: true }, changed);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => void stop().then(() => process.exit(0)));
}
