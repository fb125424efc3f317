import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import { readRests } from '#contract/chat/receipt-calls.ts';
import * as calls from '#contract/chat/room/sanction-calls.ts';
import { getChatJoinToken, joinChat } from '#contract/chat/session-calls.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { auditRows } from '#server/audit/tables.ts';
import { guestKeyOf } from '#server/identity/tokens.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aGuest, aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { aFreeChat, join, type Viewer, watch } from '#server/testing/viewer.ts';
import { chatSessions } from '../../session/tables.ts';

const MINUTE = 60_000;

describe.each(databaseKinds())('a performer’s room on $name', (database) => {
  const test = startTestApp({ on: database });
  let anna: TestMember;
  let vera: TestPerformer;
  let chat: Viewer;

  beforeEach(async () => {
    ({ anna, vera, chat } = await aFreeChat(test, 500));
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

  it('refuses messages of a muted member for ten minutes and returns how long is left', async () => {
    await sanction({ kind: 'mute' });
    expect(test.pushes).toMatchObject([
      {
        to: `chat:${chat.session}`,
        name: 'chat-voice',
        payload: { session: chat.session, muted: true, mutedMs: 10 * MINUTE },
      },
    ]);
    await expect(say('Hello')).rejects.toThrow('badRequest.chat.muted');
    test.clock.advance(9 * MINUTE);
    const again = await join(test, anna.caller, vera);
    expect(again.joined.voice).toMatchObject({ slowSeconds: null, muted: true, mutedMs: MINUTE });
    test.clock.advance(MINUTE);
    chat = await join(test, anna.caller, vera);
    expect(chat.joined.voice.muted).toBe(false);
    expect((await say('Hello')).message?.message).toBe('Hello');
  });

  it('stores no message of a muted member, but returns an earlier one sent again', async () => {
    const clientId = test.deps.newId();
    const before = await say('Hello', clientId);
    await sanction({ kind: 'mute', minutes: null });
    expect(await say('Hello', clientId)).toEqual(before);
    await expect(say('Goodbye')).rejects.toThrow('badRequest.chat.muted');
    const [row] = await list();
    await lift(row?.id ?? 0);
    expect((await say('back')).message?.seq).toBe(2);
  });

  it('accepts a muted member’s tip, but refuses a public text with it, without charging', async () => {
    await sanction({ kind: 'mute' });
    await expect(tip('read me', true)).rejects.toThrow('badRequest.chat.muted');
    expect(await anna.credits()).toBe(500);
    await tip('for you', false);
    expect(await anna.credits()).toBe(400);
  });

  it('lets a member speak again when the mute is lifted, and says so', async () => {
    const { id } = await sanction({ kind: 'mute', minutes: 60 });
    test.pushes.length = 0;
    await lift(id);
    expect(test.pushes[0]).toMatchObject({ name: 'chat-voice', payload: { muted: false, mutedMs: null } });
    await say('Thank you');
    await expect(lift(id)).rejects.toThrow('badRequest.notFound');
  });

  it.each(['kick', 'block'] as const)('L4.32 ends the session of a viewer sent out by a %s', async (kind) => {
    await sanction({ kind });
    expect(await endOf()).toBe('kicked');
    expect(test.pushes.find(({ name }) => name === 'chat-ended')?.payload).toMatchObject({
      reason: 'kicked',
    });
    await expect(say('Hello')).rejects.toThrow('badRequest.session.ended');
  });

  it.each(['kick', 'block'] as const)(
    'pushes a %s, and that it is lifted, also to a viewer whose chat is over',
    async (kind) => {
      await chat.leave();
      test.pushes.length = 0;
      const { id } = await sanction({ kind });
      await lift(id);
      const push = { to: `member:${anna.id}`, name: 'chat-welcome', payload: { room: vera.id } };
      expect(test.pushes).toEqual([push, push]);
    },
  );

  it('sends a guest out by the browser, and pushes a mute only to running chats', async () => {
    const guest = aGuest(test);
    const watching = await join(test, guest, vera);
    await watching.leave();
    test.pushes.length = 0;
    await sanction({ kind: 'block', target: { session: watching.session } });
    expect(test.pushes).toEqual([
      { to: `guest:${guestKeyOf(guest.guestId)}`, name: 'chat-welcome', payload: { room: vera.id } },
    ]);
    await sanction({ kind: 'mute', target: { session: watching.session } });
    expect(test.pushes).toHaveLength(1);
  });

  it('gives the rest of the minute back to a kicked member', async () => {
    const mila = await aPerformer(test, onlineStatus.online);
    const paid = await watch(test, anna.caller, mila);
    await paid.watchFor(15_000);
    await sanction({ kind: 'kick', target: { session: paid.session } }, mila);
    expect(await anna.credits()).toBe(500 - 15);
  });

  it.each(['kick', 'block'] as const)(
    'gives back the kept rest of a viewer who gets a %s after leaving',
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

  it('keeps a muted member’s rest', async () => {
    const mila = await aPerformer(test, onlineStatus.online);
    const paid = await watch(test, anna.caller, mila);
    await paid.watchFor(15_000);
    await paid.leave();
    await sanction({ kind: 'mute', target: { session: paid.session } }, mila);
    expect(await restsWith(mila)).toMatchObject([{ mode: 'chat', leftMs: 45_000 }]);
  });

  it('refuses a kicked viewer until the kick is over, by token or by join', async () => {
    const { token } = await askToken();
    await sanction({ kind: 'kick' });
    await expect(askToken()).rejects.toThrow('badRequest.chat.kicked');
    const late = callApp(test, joinChat, { 'x-chat': token }, bearer(anna.token));
    await expect(late).rejects.toThrow('badRequest.chat.kicked');
    test.clock.advance(10 * MINUTE);
    await expect(askToken()).resolves.toHaveProperty('token');
  });

  it('refuses a blocked viewer for good', async () => {
    const { until } = await sanction({ kind: 'block' });
    expect(until).toBeNull();
    test.clock.advance(1000 * 24 * 60 * MINUTE);
    await expect(join(test, anna.caller, vera)).rejects.toThrow('badRequest.chat.blocked');
  });

  it('admits a blocked member when the block is lifted', async () => {
    const { id } = await sanction({ kind: 'block' });
    await expect(askToken()).rejects.toThrow('badRequest.chat.blocked');
    await lift(id);
    await expect(askToken()).resolves.toHaveProperty('token');
  });

  it('tells a viewer how long the sanction lasts, and that it has ended or was lifted', async () => {
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

  it('sends out a guest by the cookie and a member by the name in the room', async () => {
    const guest = aGuest(test);
    const watching = await join(test, guest, vera);
    await sanction({ kind: 'kick', target: { session: watching.session } });
    expect(await endOf(watching.session)).toBe('kicked');
    await expect(join(test, guest, vera)).rejects.toThrow('badRequest.chat.kicked');
    await expect(join(test, aGuest(test), vera)).resolves.toBeDefined();
    await sanction({ kind: 'kick', target: { name: chat.joined.sender } });
    expect(await endOf()).toBe('kicked');
  });

  it('applies only to this performer’s room and cannot be changed by another performer', async () => {
    const mila = await aPerformer(test, onlineStatus.free);
    await expect(sanction({ kind: 'kick' }, mila)).rejects.toThrow('badRequest.notFound');
    const { id } = await sanction({ kind: 'block' });
    await expect(lift(id, mila)).rejects.toThrow('badRequest.notFound');
    await expect(join(test, anna.caller, mila)).resolves.toBeDefined();
  });

  it('requires a performer', async () => {
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

  it('keeps one sanction of a kind: a later one replaces the earlier', async () => {
    await sanction({ kind: 'mute', minutes: 1, reason: 'first' });
    await sanction({ kind: 'mute', minutes: 30, reason: 'second' });
    expect(await list()).toMatchObject([{ kind: 'mute', reason: 'second', name: chat.joined.sender }]);
    test.clock.advance(31 * MINUTE);
    await expect(callApp(test, calls.listSanctions, {}, bearer(vera.token))).resolves.toEqual({
      sanctions: [],
    });
  });

  it('writes an audit row for each act, under the member concerned', async () => {
    const { id } = await sanction({ kind: 'mute' });
    await lift(id);
    const rows = await test.deps.db
      .select()
      .from(auditRows)
      .where(eq(auditRows.memberId, anna.id))
      .orderBy(auditRows.id);
    expect(rows.map(({ act, actor, subject }) => [act, actor, subject])).toEqual([
      ['room.sanctioned', `performer:${vera.id}`, `sanction:${id}`],
      ['room.sanction-lifted', `performer:${vera.id}`, `sanction:${id}`],
    ]);
  });

  it('lists the viewers', async () => {
    const { viewers } = await callApp(test, calls.listViewers, {}, bearer(vera.token));
    expect(viewers).toEqual([
      {
        session: chat.session,
        name: chat.joined.sender,
        memberId: anna.id,
        note: '',
        isGuest: false,
        isModerator: false,
        type: 'free',
        paysFrom: 5,
      },
    ]);
  });

  describe('slow mode', () => {
    const slow = (seconds?: number | null) =>
      callApp(test, calls.setSlowMode, seconds === undefined ? {} : { seconds }, bearer(vera.token));

    it('is announced to the room and to viewers who join later', async () => {
      expect(await slow()).toEqual({ seconds: 5 });
      expect(test.pushes).toEqual([
        { to: `performer:${vera.id}`, name: 'studio-rules', payload: { room: vera.id } },
        { to: `room:${vera.id}`, name: 'room-settings', payload: { room: vera.id, slowSeconds: 5 } },
      ]);
      expect((await join(test, anna.caller, vera)).joined.voice.slowSeconds).toBe(5);
    });

    it('accepts one message per interval from each member', async () => {
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

    it('accepts one of several simultaneous messages', async () => {
      await slow(10);
      const sent = await Promise.allSettled([say('a'), say('b'), say('c')]);
      expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it.each([2, 121, 4.5])('refuses %s seconds', async (seconds) => {
      await expect(slow(seconds)).rejects.toThrow('badRequest.invalid.input');
    });
  });

  it('hides contact details and the performer’s own words', async () => {
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
