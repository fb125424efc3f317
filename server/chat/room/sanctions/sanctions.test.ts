import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import { readRests } from '#contract/chat/receipt-calls.ts';
import * as calls from '#contract/chat/sanction-calls.ts';
import { getChatJoinToken, joinChat } from '#contract/chat/session-calls.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { auditRows } from '#server/audit/tables.ts';
import { databaseKinds, type SuiteDatabase } from '#server/testing/databases.ts';
import { aGuest, aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { join, type Viewer, watch } from '#server/testing/viewer.ts';
import { chatSessions } from '../../session/tables.ts';

const MINUTE = 60_000;

describe.each(databaseKinds())('a performer’s room on $name', ({ create }) => {
  let suite: SuiteDatabase;
  let test: TestApp;
  let anna: TestMember;
  let vera: TestPerformer;
  let chat: Viewer;

  beforeAll(async () => {
    suite = await create();
    test = await createTestApp({ database: suite.url });
  });
  afterAll(async () => {
    await test.close();
    await suite.drop();
  });
  beforeEach(async () => {
    anna = await aMember(test, 500);
    vera = await aPerformer(test, onlineStatus.free);
    chat = await join(test, anna.caller, vera);
    test.pushes.length = 0;
  });

  const sanction = (
    input: Omit<InputOf<typeof calls.sanctionViewer>, 'target'> &
      Partial<Pick<InputOf<typeof calls.sanctionViewer>, 'target'>>,
    by = vera,
  ) => callApp(test, calls.sanctionViewer, { target: { session: chat.session }, ...input }, bearer(by.token));
  const lift = (id: number, by = vera) =>
    callApp(test, calls.liftSanction, { sanction: id }, bearer(by.token));
  const list = async () => (await callApp(test, calls.listSanctions, {}, bearer(vera.token))).sanctions;
  const say = (message: string, clientId = test.deps.newId()) =>
    callApp(
      test,
      chatAction,
      { action: 'message', auth: chat.auth(), clientId, data: { message } },
      bearer(anna.token),
    );
  const tip = (message: string, isPublic: boolean) =>
    callApp(
      test,
      chatAction,
      {
        action: 'tip',
        auth: chat.auth(),
        clientId: test.deps.newId(),
        data: { amount: 100, message, isPublic },
      },
      bearer(anna.token),
    );
  const endOf = async (session = chat.session) =>
    (await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, session)))[0]?.endReason ??
    null;
  const restsWith = async ({ username }: TestPerformer) =>
    (await callApp(test, readRests, { performer: username }, bearer(anna.token))).rests;
  const askToken = (member = anna) =>
    callApp(test, getChatJoinToken, { performer: vera.username }, bearer(member.token));

  it('does not hear a muted member for ten minutes, who is told how long', async () => {
    await sanction({ kind: 'mute' });
    expect(test.pushes).toEqual([
      {
        to: `chat:${chat.session}`,
        name: 'chat-muted',
        payload: { session: chat.session, muted: true, mutedMs: 10 * MINUTE },
      },
    ]);
    await expect(say('Hello')).rejects.toThrow('badRequest.chat.muted');
    test.clock.advance(9 * MINUTE);
    const again = await join(test, anna.caller, vera);
    expect(again.joined.voice).toEqual({ slowSeconds: null, muted: true, mutedMs: MINUTE });
    test.clock.advance(MINUTE);
    chat = await join(test, anna.caller, vera);
    expect(chat.joined.voice.muted).toBe(false);
    expect((await say('Hello')).message?.message).toBe('Hello');
  });

  it('writes nothing of a muted member, but answers again what was said before', async () => {
    const clientId = test.deps.newId();
    const before = await say('Hello', clientId);
    await sanction({ kind: 'mute', minutes: null });
    expect(await say('Hello', clientId)).toEqual(before);
    await expect(say('Goodbye')).rejects.toThrow('badRequest.chat.muted');
    const [row] = await list();
    await lift(row?.id ?? 0);
    expect((await say('back')).message?.seq).toBe(2);
  });

  it('takes a muted member’s tip, but no words for the room with it, and then no credits either', async () => {
    await sanction({ kind: 'mute' });
    await expect(tip('read me', true)).rejects.toThrow('badRequest.chat.muted');
    expect(await anna.credits()).toBe(500);
    await tip('for you', false);
    expect(await anna.credits()).toBe(400);
  });

  it('lets a member speak again when the mute is undone, and says so', async () => {
    const { id } = await sanction({ kind: 'mute', minutes: 60 });
    test.pushes.length = 0;
    await lift(id);
    expect(test.pushes[0]).toMatchObject({ name: 'chat-muted', payload: { muted: false, mutedMs: null } });
    await say('Thank you');
    await expect(lift(id)).rejects.toThrow('badRequest.notFound');
  });

  it.each(['kick', 'block'] as const)('ends the session of who is sent out by a %s', async (kind) => {
    await sanction({ kind });
    expect(await endOf()).toBe('kicked');
    expect(test.pushes.find(({ name }) => name === 'chat-ended')?.payload).toMatchObject({
      reason: 'kicked',
    });
    await expect(say('Hello')).rejects.toThrow('badRequest.session.ended');
  });

  it('gives the rest of the minute back to who is kicked', async () => {
    const mila = await aPerformer(test, onlineStatus.online);
    const paid = await watch(test, anna.caller, mila);
    await paid.watchFor(15_000);
    await sanction({ kind: 'kick', target: { session: paid.session } }, mila);
    expect(await anna.credits()).toBe(500 - 15);
  });

  it.each(['kick', 'block'] as const)(
    'gives back what was kept for who gets a %s and had left',
    async (kind) => {
      const mila = await aPerformer(test, onlineStatus.online);
      const paid = await watch(test, anna.caller, mila);
      await paid.watchFor(15_000);
      await paid.leave();
      expect(await anna.credits()).toBe(500 - 60);
      await sanction({ kind, target: { session: paid.session } }, mila);
      expect(await anna.credits()).toBe(500 - 15);
      expect(await restsWith(mila)).toEqual([]);
    },
  );

  it('keeps for a muted member what was kept', async () => {
    const mila = await aPerformer(test, onlineStatus.online);
    const paid = await watch(test, anna.caller, mila);
    await paid.watchFor(15_000);
    await paid.leave();
    await sanction({ kind: 'mute', target: { session: paid.session } }, mila);
    expect(await restsWith(mila)).toMatchObject([{ mode: 'chat', leftMs: 45_000 }]);
  });

  it('lets nobody in again before a kick is over, by token or by join', async () => {
    const { token } = await askToken();
    await sanction({ kind: 'kick' });
    await expect(askToken()).rejects.toThrow('badRequest.chat.kicked');
    const late = callApp(test, joinChat, { 'x-chat': token }, bearer(anna.token));
    await expect(late).rejects.toThrow('badRequest.chat.kicked');
    test.clock.advance(10 * MINUTE);
    await expect(askToken()).resolves.toHaveProperty('token');
  });

  it('never lets in again who is blocked', async () => {
    const { until } = await sanction({ kind: 'block' });
    expect(until).toBeNull();
    test.clock.advance(1000 * 24 * 60 * MINUTE);
    await expect(join(test, anna.caller, vera)).rejects.toThrow('badRequest.chat.blocked');
  });

  it('opens to a blocked member when the block is undone', async () => {
    const { id } = await sanction({ kind: 'block' });
    await expect(askToken()).rejects.toThrow('badRequest.chat.blocked');
    await lift(id);
    await expect(askToken()).resolves.toHaveProperty('token');
  });

  it('says how long who was sent out stays out, and that it is over or undone', async () => {
    const ask = (token = anna.token) =>
      callApp(test, calls.readWelcome, { performer: vera.username }, bearer(token));
    const open = { isWelcome: true, leftMs: null };
    expect(await ask()).toEqual(open);
    await sanction({ kind: 'mute' });
    expect(await ask()).toEqual(open);
    await sanction({ kind: 'kick' });
    test.clock.advance(MINUTE);
    expect(await ask()).toEqual({ isWelcome: false, leftMs: 9 * MINUTE });
    expect(await ask((await aMember(test)).token)).toEqual(open);
    const hour = await sanction({ kind: 'block', minutes: 60 });
    expect(await ask()).toEqual({ isWelcome: false, leftMs: 60 * MINUTE });
    const { id } = await sanction({ kind: 'block', minutes: null });
    expect(id).not.toBe(hour.id);
    expect(await ask()).toEqual({ isWelcome: false, leftMs: null });
    await lift(id);
    expect(await ask()).toEqual({ isWelcome: false, leftMs: 9 * MINUTE });
    test.clock.advance(9 * MINUTE);
    expect(await ask()).toEqual(open);
    const unknown = callApp(test, calls.readWelcome, { performer: 'nobody-here' }, bearer(anna.token));
    await expect(unknown).rejects.toThrow('badRequest.performer.notExists');
  });

  it('sends out a guest by the cookie, and a member by the name in the room', async () => {
    const guest = aGuest(test);
    const watching = await join(test, guest, vera);
    await sanction({ kind: 'kick', target: { session: watching.session } });
    expect(await endOf(watching.session)).toBe('kicked');
    await expect(join(test, guest, vera)).rejects.toThrow('badRequest.chat.kicked');
    await expect(join(test, aGuest(test), vera)).resolves.toBeDefined();
    await sanction({ kind: 'kick', target: { name: chat.joined.sender } });
    expect(await endOf()).toBe('kicked');
  });

  it('is the performer’s own: others sanction nobody in it, and are not shut out by it', async () => {
    const mila = await aPerformer(test, onlineStatus.free);
    await expect(sanction({ kind: 'kick' }, mila)).rejects.toThrow('badRequest.notFound');
    const { id } = await sanction({ kind: 'block' });
    await expect(lift(id, mila)).rejects.toThrow('badRequest.notFound');
    await expect(join(test, anna.caller, mila)).resolves.toBeDefined();
  });

  it('needs a performer', async () => {
    const asMember = callApp(
      test,
      calls.sanctionViewer,
      { target: { session: chat.session }, kind: 'kick' },
      bearer(anna.token),
    );
    await expect(asMember).rejects.toThrow('badRequest.unauthorized');
  });

  it.each([0, -1, 1.5, 525_601])('refuses %s minutes', async (minutes) => {
    await expect(sanction({ kind: 'mute', minutes })).rejects.toThrow('badRequest.invalid.input');
  });

  it('keeps one of a kind: a later one takes the place of the earlier', async () => {
    await sanction({ kind: 'mute', minutes: 1, reason: 'first' });
    await sanction({ kind: 'mute', minutes: 30, reason: 'second' });
    expect(await list()).toMatchObject([{ kind: 'mute', reason: 'second', name: chat.joined.sender }]);
    test.clock.advance(31 * MINUTE);
    await expect(callApp(test, calls.listSanctions, {}, bearer(vera.token))).resolves.toEqual({
      sanctions: [],
    });
  });

  it('leaves a row of each act, under the member it is about', async () => {
    const { id } = await sanction({ kind: 'mute' });
    await lift(id);
    const rows = await test.deps.db.select().from(auditRows).where(eq(auditRows.memberId, anna.id));
    expect(rows.map(({ act, actor, subject }) => [act, actor, subject])).toEqual([
      ['room.sanctioned', `performer:${vera.id}`, `sanction:${id}`],
      ['room.sanction-lifted', `performer:${vera.id}`, `sanction:${id}`],
    ]);
  });

  it('lists who watches', async () => {
    const { viewers } = await callApp(test, calls.listViewers, {}, bearer(vera.token));
    expect(viewers).toEqual([
      { session: chat.session, name: chat.joined.sender, isGuest: false, type: 'free' },
    ]);
  });

  describe('in slow mode', () => {
    const slow = (seconds?: number | null) =>
      callApp(test, calls.setSlowMode, seconds === undefined ? {} : { seconds }, bearer(vera.token));

    it('tells the room, and who joins later', async () => {
      expect(await slow()).toEqual({ seconds: 5 });
      expect(test.pushes).toEqual([
        { to: `room:${vera.id}`, name: 'room-settings', payload: { room: vera.id, slowSeconds: 5 } },
      ]);
      expect((await join(test, anna.caller, vera)).joined.voice.slowSeconds).toBe(5);
    });

    it('takes one message in that time from each member', async () => {
      await slow(10);
      await say('one');
      await expect(say('two')).rejects.toThrow('badRequest.chat.slow');
      const bram = await aMember(test);
      const other = await join(test, bram.caller, vera);
      await expect(
        callApp(
          test,
          chatAction,
          { action: 'message', auth: other.auth(), clientId: test.deps.newId(), data: { message: 'hi' } },
          bearer(bram.token),
        ),
      ).resolves.toBeDefined();
      test.clock.advance(10_000);
      expect((await say('three')).message?.seq).toBe(3);
      await slow(null);
      await say('four');
      await say('five');
    });

    it('takes one of several that come at once', async () => {
      await slow(10);
      const sent = await Promise.allSettled([say('a'), say('b'), say('c')]);
      expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it.each([2, 121, 4.5])('refuses %s seconds', async (seconds) => {
      await expect(slow(seconds)).rejects.toThrow('badRequest.invalid.input');
    });
  });

  it('does not show contact details nor the performer’s own words', async () => {
    await callApp(test, calls.setRoomWords, { words: ['Saskia', 'Saskia'] }, bearer(vera.token));
    const { message } = await say('Saskia, bel 0612345678');
    expect(message?.message).toBe('•••, bel •••');
    const { message: tipped } = await tip('mail vera@gmail.com', true);
    expect(tipped?.message).toBe('mail •••');
    expect(test.pushes.find(({ name }) => name === 'studio-tip')?.payload).toMatchObject({
      message: 'mail •••',
    });
  });
});
