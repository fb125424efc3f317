import { execFile } from 'node:child_process';
import { access, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { copyTemplate } from '../../support/template/copy-template.ts';

const execute = promisify(execFile);

/** Starts the product in a separate process and returns the project's files it loaded. */
async function loadedBy(environment: Record<string, string>): Promise<string[]> {
  const dataDir = await copyTemplate();
  try {
    const { stdout } = await execute('node_modules/node/bin/node', ['e2e/support/loaded-files.mjs'], {
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        PORT: '0',
        ...environment,
      },
      maxBuffer: 1 << 26,
    });
    return JSON.parse(stdout.split('\n').at(-1) ?? '[]') as string[];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const production = {
  MODE: 'production',
  ALLOW_EMBEDDED: 'true',
  SECRET: 'a secret of forty characters, more or less',
  PUBLIC_URL: 'https://vonk.example',
  SMTP_URL: 'smtps://mail.example',
  MAIL_REPLY_TO: 'support@vonk.example',
  PAYMENTS: 'paynl',
  PAYNL_SERVICE_ID: 'SL-1234-5678',
  PAYNL_SECRET: 'forty characters of a secret, more or less',
  MEDIA_HOST: '203.0.113.7',
  METRICS_TOKEN: 'metrics-token',
  API_KEY: 'a-key-of-our-own',
};

test('production loads no file of the demo', { timeout: 120_000 }, async () => {
  // Checks the folder name that the filter below relies on.
  await expect(access('demo/seed/seed-demo.ts')).resolves.toBeUndefined();
  const loaded = await loadedBy(production);
  expect(loaded).toContain('server/boot/product.ts');
  expect(loaded.filter((file) => file.startsWith('demo/'))).toEqual([]);
});
