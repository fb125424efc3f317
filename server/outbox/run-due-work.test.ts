import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLease } from '#server/db/lease.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { MAX_ATTEMPTS, runDueWork } from './run-due-work.ts';
import { outbox } from './tables.ts';
import { addWork, mailWork } from './work.ts';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

const mailOf = (id: string) => ({
  id,
  to: `${id}@example.com`,
  subject: 'Hello',
  text: 'secret-link',
  html: '<p>secret-link</p>',
});
const leave = (id: string) =>
  server.deps.db.transaction((tx) =>
    addWork(tx, mailWork, { payload: mailOf(id), runAt: server.deps.now() }),
  );
const sent = () => server.mail.sent.map(({ id }) => id);
const rows = () => server.deps.db.select().from(outbox);
const DAY = 24 * 3600 * 1000;

describe('work left for after the commit', () => {
  it('runs in the order in which it was added', async () => {
    for (const id of ['one', 'two', 'three']) await leave(id);
    expect(await runDueWork(server.outbox)).toBe(3);
    expect(sent()).toEqual(['one', 'two', 'three']);
    expect(await runDueWork(server.outbox)).toBe(0);
  });

  it('does not exist when its transaction was rolled back', async () => {
    const failed = server.deps.db.transaction(async (tx) => {
      await addWork(tx, mailWork, { payload: mailOf('never'), runAt: server.deps.now() });
      throw new Error('the act failed');
    });
    await expect(failed).rejects.toThrow('the act failed');
    expect(await runDueWork(server.outbox)).toBe(0);
  });

  it('is retried with growing pauses if the mail server refuses, and does not block other work', async () => {
    server.mail.refuse = 1;
    await leave('refused');
    await leave('fine');
    await runDueWork(server.outbox);
    expect(sent()).toEqual(['fine']);
    server.clock.advance(29_000);
    expect(await runDueWork(server.outbox)).toBe(0);
    server.mail.refuse = 1;
    server.clock.advance(1000);
    await runDueWork(server.outbox);
    server.clock.advance(59_000);
    expect(await runDueWork(server.outbox)).toBe(0);
    server.clock.advance(1000);
    await runDueWork(server.outbox);
    expect(sent()).toEqual(['fine', 'refused']);
  });

  it('is given up after the last attempt with the error, and keeps its payload for a week', async () => {
    server.mail.refuse = MAX_ATTEMPTS;
    await leave('hopeless');
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      expect(await runDueWork(server.outbox)).toBe(1);
      server.clock.advance(DAY);
    }
    expect(await runDueWork(server.outbox)).toBe(0);
    expect(await rows()).toMatchObject([
      { lastError: 'The mail server refused', attempts: MAX_ATTEMPTS, payload: mailOf('hopeless') },
    ]);
    expect(sent()).toEqual([]);
    server.clock.advance(7 * DAY);
    await leave('next');
    await runDueWork(server.outbox);
    expect(await rows()).toMatchObject([{ payload: {} }]);
  });

  it('loses its payload once it is done, and its row a week later', async () => {
    await leave('one');
    await runDueWork(server.outbox);
    expect(JSON.stringify(await rows())).not.toContain('secret-link');
    server.clock.advance(8 * DAY);
    await leave('two');
    await runDueWork(server.outbox);
    expect(await rows()).toHaveLength(1);
  });

  it('waits for the node that runs it, and is taken over if that node has died', async () => {
    await leave('one');
    const other = { name: 'outbox', holder: 'another node', ttl: 60_000 };
    await takeLease(server.deps.db, other);
    expect(await runDueWork(server.outbox)).toBe(0);
    await takeLease(server.deps.db, { ...other, ttl: 0 });
    expect(await runDueWork(server.outbox)).toBe(1);
    expect(sent()).toEqual(['one']);
  });

  it('is sent twice rather than never, with the same id, if the process dies before recording it', async () => {
    await leave('one');
    await runDueWork(server.outbox);
    await server.deps.db.update(outbox).set({ doneAt: null, payload: mailOf('one') });
    await runDueWork(server.outbox);
    expect(sent()).toEqual(['one', 'one']);
  });
});
