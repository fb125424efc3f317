import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../architecture/files.ts';
import { freePort } from './processes.mjs';

/** Runs a demo product on a free port with a temporary data folder while `use` runs. */
export async function withProduct<Result>(
  use: (url: string) => Promise<Result>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vonk-check-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      MODE: 'demo',
      DEMO_CAST: 'false',
      LOG_LEVEL: 'error',
      ...environment,
    },
  });
  const ended = once(server, 'exit');
  try {
    await Promise.race([
      ready(url),
      ended.then(() => Promise.reject(new Error('The product ended while starting'))),
    ]);
    return await use(url);
  } finally {
    server.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function ready(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const up = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return;
    await sleep(200);
  }
  throw new Error('The product was not ready within two minutes');
}
