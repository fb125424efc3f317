// @ts-check
// The product for the browser journeys: the current site in demo mode on a data folder of its own,
// which goes when the server ends (unless E2E_DATA_DIR names one to keep).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node24, root } from './lib/toolchain.mjs';

const kept = process.env.E2E_DATA_DIR;
const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'vonk-e2e-'));
const server = spawn(node24, ['scripts/start.mjs'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataDir },
});

// Playwright signals the whole process group, so the server has received it too.
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.on(signal, () => {});

server.on('exit', (code) => {
  if (!kept) rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
