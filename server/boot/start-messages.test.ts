import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { isFirstStart } from './start-messages.ts';

it('announces the filling of the demo’s database only if it does not exist', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vonk-greeting-'));
  const fresh = readConfig({ DATA_DIR: folder });
  expect(isFirstStart(fresh)).toBe(true);
  expect(isFirstStart({ ...fresh, databaseUrl: folder })).toBe(false);
  expect(isFirstStart({ ...fresh, mode: 'production' })).toBe(false);
  expect(isFirstStart(readConfig({ DATABASE_URL: 'postgres://vonk@localhost/vonk' }))).toBe(false);
  rmSync(folder, { recursive: true });
});
