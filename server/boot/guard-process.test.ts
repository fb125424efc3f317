import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { beforeEach, expect, it, vi } from 'vitest';
import { pageScope } from '#server/site/page-host.ts';
import { type GuardedProcess, guardProcess } from './guard-process.ts';

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
