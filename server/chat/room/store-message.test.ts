import type { PGlite } from '@electric-sql/pglite';
import { eq } from 'drizzle-orm';
import type { Pool } from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { unknownLocation } from '#contract/safety/geo.ts';
import { performers } from '#server/performers/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import {
  aMember,
  aPerformer,
  type TestMember,
  type TestPerformer,
  testRequest,
} from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { createTestApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { aFreeChat, join, type Viewer } from '#server/testing/viewer.ts';
import { endChatSession } from '../session/end-chat-session.ts';
import { messagesAfter } from './reads.ts';
import { sendMessage } from './send-message.ts';
import { storeMessage } from './store-message.ts';

const germany = { country: 'DE', region: null };
const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe.each(databaseKinds())('messages stored together on $name', (database) => {
  const test = startTestApp({ on: database });
  let anna: TestMember;
  let vera: TestPerformer;
  let chat: Viewer;

  beforeEach(async () => {
    ({ anna, vera, chat } = await aFreeChat(test));
    test.pushes.length = 0;
  });

  interface SayOptions {
    by?: Viewer;
    clientId?: string;
    on?: TestApp;
  }
  function say(message: string, { by = chat, clientId = test.deps.newId(), on = test }: SayOptions = {}) {
    const data = { message, messageType: 'host' } as const;
    const auth = by.auth();
    return sendMessage(on.deps, by.caller, { action: 'message', recipient: 'host', auth, clientId, data });
  }
  interface WriteOptions {
    room?: TestPerformer;
    by?: Viewer;
    on?: TestApp;
  }
  /** Bypasses the checks of the call. */
  const write = (message: string, { room = vera, by = chat, on = test }: WriteOptions = {}) =>
    storeMessage(on.deps, {
      session: by.session,
      performerId: room.id,
      author: `member:${anna.id}`,
      clientId: test.deps.newId(),
      messageType: 'member',
      message,
      at: test.deps.now(),
      location: unknownLocation,
    });
  const stored = async () =>
    (await messagesAfter(test.deps, { performerId: vera.id }, 0)).map(({ seq, message }) => [seq, message]);
  /** Another process, with a separate queue on the same database. */
  const otherNode = () => variantOf(test, { node: 'other' });

  it('are stored in a few statements, however many there are', async () => {
    await say('first');
    const driver = (test.deps.db as unknown as { $client: PGlite | Pool }).$client;
    const query = vi.spyOn(driver, 'query');
    // Counts transactions: a message that the batch cannot store gets a separate one.
    const alone = 'transaction' in driver ? vi.spyOn(driver, 'transaction') : vi.spyOn(driver, 'connect');
    await Promise.all(times(50).map((number) => say(`line ${number}`)));
    expect(query.mock.calls.length).toBeLessThan(10);
    expect(alone.mock.calls.length).toBeLessThan(10);
    query.mockRestore();
    alone.mockRestore();
    expect(await stored()).toHaveLength(51);
  });

  it('are pushed to the room in the order of their numbers', async () => {
    await Promise.all(times(30).map((number) => say(`line ${number}`)));
    const numbers = test.pushes.map(({ payload }) => (payload as { message: { seq: number } }).message.seq);
    expect(numbers).toEqual(times(30).map((number) => number + 1));
  });

  it('are refused or stored independently', async () => {
    const bram = await aMember(test);
    const gone = await join(test, bram.caller, vera);
    const [clientId, twice] = [test.deps.newId(), test.deps.newId()];
    await say('before', { clientId });
    await say('still here', { by: gone });
    await endChatSession(test.deps, gone.session, 'left');
    const answers = await Promise.allSettled([
      say('one'),
      say('other words', { clientId }),
      say('before', { clientId }),
      say('too late', { by: gone }),
      say('two', { clientId: twice }),
      say('two', { clientId: twice }),
      say('three'),
    ]);
    const results = answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value.message.seq : (answer.reason as Error).message,
    );
    expect(results).toEqual([3, 'badRequest.idempotency.conflict', 1, 'badRequest.session.ended', 4, 4, 5]);
    expect(await stored()).toEqual([
      [1, 'before'],
      [2, 'still here'],
      [3, 'one'],
      [4, 'two'],
      [5, 'three'],
    ]);
  });

  it('do not fail because of one that the database cannot store', async () => {
    const answers = await Promise.allSettled([write('one'), write('nu\u0000l'), write('two')]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await stored()).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
  });

  it('raise the alarm when a group’s statement fails, without logging their text', async () => {
    const logged: unknown[] = [];
    const on = variantOf(test, { events: { record: (...event: unknown[]) => void logged.push(event) } });
    await Promise.allSettled([write('one', { on }), write('nu\u0000l', { on })]);
    expect(logged).toEqual([
      ['chat.batch-failed', { performer: vera.id, messages: 2, code: expect.stringMatching(/^\w{5}$/) }],
    ]);
  });

  it('are refused once another process has ended the session', async () => {
    await say('Hello');
    await endChatSession(otherNode().deps, chat.session, 'left');
    await expect(say('still there?')).rejects.toThrow('badRequest.session.ended');
    expect(await stored()).toEqual([[1, 'Hello']]);
  });

  it.each([
    ['hides from the place of their author', { hiddenIn: ['DE'] }],
    ['is suspended', { suspendedAt: new Date() }],
  ])('are refused once the performer %s, also after earlier ones', async (_, change) => {
    const by = { ...chat, caller: { ...chat.caller, request: { ...testRequest, location: germany } } };
    await say('Hello', { by });
    await test.deps.db.update(performers).set(change).where(eq(performers.id, vera.id));
    await expect(say('still there?', { by })).rejects.toThrow('badRequest.session.ended');
    expect(await stored()).toEqual([[1, 'Hello']]);
  });

  it('are stored only in the room of their session', async () => {
    const mila = await aPerformer(test, onlineStatus.free);
    await expect(write('Hello', { room: mila })).rejects.toThrow('badRequest.session.ended');
    expect(await messagesAfter(test.deps, { performerId: mila.id }, 0)).toEqual([]);
  });

  it('are refused with another member’s auth, the second time too', async () => {
    const bram = await aMember(test);
    const data = { message: 'I am Anna', messageType: 'host' } as const;
    const auth = chat.auth();
    const pretend = () =>
      sendMessage(test.deps, bram.caller, {
        action: 'message',
        recipient: 'host',
        auth,
        clientId: test.deps.newId(),
        data,
      });
    await expect(pretend()).rejects.toThrow('badRequest.invalid.auth');
    await say('Hello');
    await expect(pretend()).rejects.toThrow('badRequest.invalid.auth');
  });

  it('get numbers without a gap when two processes write to one room', async () => {
    const other = otherNode();
    const clientIds = times(20).map(() => test.deps.newId());
    const answers = await Promise.all(
      clientIds.flatMap((clientId, number) => [
        say(`here ${number}`),
        say(`there ${number}`, { on: other }),
        say(`both ${number}`, { clientId }),
        say(`both ${number}`, { clientId, on: other }),
      ]),
    );
    const numbers = new Set(answers.map(({ message }) => message.seq));
    expect([...numbers].sort((a, b) => a - b)).toEqual(times(60).map((number) => number + 1));
    expect(test.pushes.filter(({ name }) => name === 'chat-message')).toHaveLength(60);
  });

  it('are stored before the database is closed', async () => {
    const ending = await createTestApp({ database: test.databaseUrl });
    // In memory each app has a database of its own.
    const { vera: room, chat: by } = await aFreeChat(ending);
    const written = ['one', 'two'].map((text) => write(text, { room, by, on: ending }));
    await ending.close();
    await Promise.all(written);
  });
});
