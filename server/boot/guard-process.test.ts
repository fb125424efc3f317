import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { pageScope } from '#server/site/page-host.ts';
import { type GuardedProcess, guardProcess } from './guard-process.ts';
import { isFirstStart } from './start-messages.ts';

let logged: string[];
let finish: () => void;
let host: EventEmitter & GuardedProcess & { exit: ReturnType<typeof vi.fn> };
const drain = vi.fn(
  () =>
    new Promise<void>((resolve) => {
      finish = resolve;
    }),
);

beforeEach(() => {
  logged = [];
  drain.mockClear();
  host = Object.assign(new EventEmitter(), { exit: vi.fn() });
  guardProcess(host, { log: pino({}, { write: (line: string) => void logged.push(line) }), drain });
});

it.each(['SIGTERM', 'SIGINT'])('drains once on %s and exits with 0', async (signal) => {
  host.emit(signal);
  host.emit('SIGINT');
  expect(drain).toHaveBeenCalledOnce();
  expect(host.exit).not.toHaveBeenCalled();
  finish();
  await expect.poll(() => host.exit).toHaveBeenCalledWith(0);
});

it.each(['uncaughtException', 'unhandledRejection'])('logs an %s, drains, exits with 70', async (event) => {
  host.emit(event, new TypeError('not caught'));
  expect(logged.join()).toContain('not caught');
  finish();
  await expect.poll(() => host.exit).toHaveBeenCalledWith(70);
});

it('keeps running if a part of a page rejects after another one has thrown', () => {
  const page = { url: '/profile/Femke', requestId: 'r1' };
  pageScope.run(page, () => host.emit('unhandledRejection', new TypeError('a component broke')));
  expect(JSON.parse(logged.join())).toMatchObject({
    level: 50,
    ...page,
    err: { message: 'a component broke' },
  });
  expect(drain).not.toHaveBeenCalled();
});

it('exits even if the drain fails', async () => {
  drain.mockImplementationOnce(() => Promise.reject(new Error('the database is away')));
  host.emit('SIGTERM');
  await expect.poll(() => host.exit).toHaveBeenCalledWith(0);
});

it('announces the filling of the demo’s database only if it does not exist', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vonk-greeting-'));
  const fresh = readConfig({ DATA_DIR: folder });
  expect(isFirstStart(fresh)).toBe(true);
  expect(isFirstStart({ ...fresh, databaseUrl: folder })).toBe(false);
  expect(isFirstStart({ ...fresh, mode: 'production' })).toBe(false);
  expect(isFirstStart(readConfig({ DATABASE_URL: 'postgres://vonk@localhost/vonk' }))).toBe(false);
  rmSync(folder, { recursive: true });
});
