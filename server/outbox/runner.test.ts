import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createOutboxRunner, type OutboxRunner } from './runner.ts';
import { addWork, mailWork } from './work.ts';

let server: TestApp;
let runner: OutboxRunner;
beforeEach(async () => {
  server = await createTestApp();
  runner = createOutboxRunner(pino({ level: 'silent' }));
});
afterEach(async () => {
  await runner.stop();
  await server.close();
});

const leave = (id: string) =>
  addWork(server.deps.db, mailWork, {
    payload: { id, to: 'a@example.com', subject: 's', text: 't', html: 'h' },
    runAt: server.deps.now(),
  });
const sent = () => server.mail.sent.map(({ id }) => id);

it('runs earlier work when it starts', async () => {
  await leave('before');
  runner.start(server.outbox);
  await expect.poll(() => sent()).toEqual(['before']);
});

it('runs as soon as it is woken', async () => {
  runner.start(server.outbox);
  await leave('now');
  runner.wake();
  await expect.poll(() => sent()).toEqual(['now']);
});

it('does not miss work added while it is running', async () => {
  runner.start(server.outbox);
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    await leave(id);
    runner.wake();
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
  runner.wake();
  // Would wait for what was started meanwhile.
  await runner.stop();
  expect(sent()).toEqual(['one']);
});
