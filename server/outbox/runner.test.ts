import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forgotPassword } from '#contract/member/settings/password-calls.ts';
import type { Tx } from '#server/ports/database.ts';
import { aMember } from '#server/testing/people.ts';
import { callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createOutboxRunner, type OutboxRunner } from './run-due-work.ts';
import { addWork, mailWork } from './work.ts';

/** Within no test does the runner look by itself. */
const HOUR = 3_600_000;

let server: TestApp;
let runner: OutboxRunner;
beforeEach(async () => {
  runner = createOutboxRunner(pino({ level: 'silent' }), HOUR);
  server = await createTestApp({ wakeOutbox: runner.wake });
});
afterEach(async () => {
  await runner.stop();
  await server.close();
});

const add = (tx: Tx, id: string) =>
  addWork(tx, mailWork, {
    payload: { id, to: 'a@example.com', subject: 's', text: 't', html: 'h' },
    runAt: server.deps.now(),
  });
const leave = (id: string) => server.deps.db.transaction((tx) => add(tx, id));
const sent = () => server.mail.sent.map(({ id }) => id);

it('runs earlier work when it starts', async () => {
  await leave('before');
  runner.start(server.outbox);
  await expect.poll(() => sent()).toEqual(['before']);
});

it('runs what any transaction has added, as soon as it is committed', async () => {
  runner.start(server.outbox);
  await leave('now');
  await expect.poll(() => sent()).toEqual(['now']);
  await server.deps.db.transaction((tx) => tx.transaction((inner) => add(inner, 'nested')));
  await expect.poll(() => sent()).toEqual(['now', 'nested']);
  await aMember(server, 0, { email: 'anna@example.com' });
  await callApp(server, forgotPassword, { email: 'anna@example.com' });
  await expect.poll(() => server.mail.sent.at(-1)?.to).toBe('anna@example.com');
});

it('does not miss work added while it is running', async () => {
  runner.start(server.outbox);
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    await leave(id);
  }
  await expect.poll(() => sent()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('finishes the current piece when it is stopped, and starts no other', async () => {
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  server.mail.gateway.send = async (mail) => {
    await taken;
    server.mail.sent.push(mail);
  };
  await leave('one');
  runner.start(server.outbox);
  const stopped = runner.stop();
  take();
  await stopped;
  await leave('two');
  // Would wait for what was started meanwhile.
  await runner.stop();
  expect(sent()).toEqual(['one']);
});
