import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import type { ChatMeter } from '#contract/chat/events.ts';
import { sanctionViewer } from '#contract/chat/room/sanction-calls.ts';
import { leaveChatBeacon } from '#contract/chat/session-calls.ts';
import { VIP_RETURN_SECONDS } from '#contract/chat/units.ts';
import { readOwnShow } from '#contract/chat/vip-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readRoom, setStatus } from '#contract/studio/studio-calls.ts';
import { stopVipShow } from '#contract/studio/vip-calls.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { readStatus } from '#server/performers/reads.ts';
import { beginVip, endVip } from '#server/studio/vip/testing.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { aPaidChat, join, type Viewer, watch } from '#server/testing/viewer.ts';
import { readReceipt } from '../receipt/receipt.ts';
import { sweepChats } from '../session/sweep-chats.ts';
import { chatSessions } from '../session/tables.ts';
import { sweepVip } from './sweep-vip.ts';

describe.each(databaseKinds())('a show whose member is away on $name', (database) => {
  const test = startTestApp({ on: database });
  let vera: TestPerformer;
  let anna: TestMember;
  let chat: Viewer;

  beforeEach(async () => {
    ({ anna, vera, chat } = await aPaidChat(test, 1000));
    await beginVip(test, chat, vera);
    await chat.watchFor(30_000);
    test.pushes.length = 0;
  });

  const statusOf = () => readStatus(test.deps, vera.id);
  const receiptOf = async (id: string) => {
    const [row] = await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, id));
    if (!row) throw new Error('No such session');
    return readReceipt(test.deps, row);
  };
  const own = async ({ token }: { token: string } = anna) =>
    (await callApp(test, readOwnShow, { performer: vera.username }, bearer(token))).show;
  const sees = async () => (await callApp(test, readRoom, {}, bearer(vera.token))).vip.show?.awayMs;
  const loseLine = async () => {
    test.clock.advance(16_000);
    await sweepChats(test.deps);
  };
  const reload = () => callApp(test, leaveChatBeacon, { auth: chat.auth() }, bearer(anna.token));
  const comeBack = () => watch(test, anna.caller, vera, 'vip');

  it.each([
    ['the page is loaded again', reload],
    ['the line is lost', loseLine],
    ['the player fails', () => chat.leave('failed')],
    ['another tab takes over, which nothing ends before', async () => {}],
  ] as const)('goes on in the same minute when %s', async (_, goAway) => {
    await goAway();
    expect(await statusOf()).toBe(onlineStatus.vip);
    test.clock.advance(3000);
    const again = await comeBack();
    expect(again.joined.type).toBe('vip');
    expect(await sees()).toBeNull();
    expect(await own()).toEqual({ awayMs: null });
    expect(await anna.credits()).toBe(760);
    await again.watchFor(27_000);
    expect(await anna.credits()).toBe(760);
    await again.watchFor(3000);
    expect(await anna.credits()).toBe(520);
    await sweepVip(test.deps);
    expect(await statusOf()).toBe(onlineStatus.vip);
    expect(test.pushes.filter(({ name }) => name === 'performer-status')).toEqual([]);
    expect(await receiptOf(chat.session)).toMatchObject({ modes: ['chat', 'vip'] });
    expect(await receiptOf(again.session)).toMatchObject({ modes: ['vip'], charged: 240 });
    await endVip(test, again);
    expect(await statusOf()).toBe(onlineStatus.paused);
    expect(await findViolations(test.deps.db, [])).toEqual([]);
  });

  it('is kept for a minute, of which both sides are told, and then ends', async () => {
    await reload();
    test.clock.advance(20_000);
    await sweepVip(test.deps);
    expect(await sees()).toBe(40_000);
    expect(await own()).toEqual({ awayMs: 40_000 });
    const pushes = test.pushes.filter(({ name }) => name === 'studio-vip').map(({ payload }) => payload);
    expect(pushes).toMatchObject([{ state: 'accepted', awayMs: VIP_RETURN_SECONDS * 1000 }]);
    test.clock.advance(40_000);
    await sweepVip(test.deps);
    expect(await statusOf()).toEqual(onlineStatus.paused);
    expect(await own()).toBeNull();
    await expect(comeBack()).rejects.toThrow('badRequest.performer.paused');
  });

  it('cannot be joined by another member, nor by a plain join', async () => {
    const bea = await aMember(test, 1000);
    await reload();
    expect(await own(bea)).toBeNull();
    await expect(watch(test, bea.caller, vera, 'vip')).rejects.toThrow('badRequest.performer.busy');
    await expect(join(test, anna.caller, vera)).rejects.toThrow('badRequest.performer.busy');
    await expect(join(test, anna.caller, vera, 'chat')).rejects.toThrow('badRequest.performer.busy');
  });

  it('keeps its messages visible only to its two sides', async () => {
    const say = {
      action: 'message',
      clientId: test.deps.newId(),
      data: { message: 'only for you' },
    } as const;
    await callApp(test, chatAction, { ...say, auth: chat.auth() }, bearer(anna.token));
    await reload();
    const again = await comeBack();
    expect(again.joined.messages.map(({ message }) => message)).toEqual(['only for you']);
    await endVip(test, again);
    await callApp(test, setStatus, { onlineStatus: onlineStatus.online }, bearer(vera.token));
    const bea = await aMember(test, 500);
    expect((await join(test, bea.caller, vera)).joined.messages).toEqual([]);
  });

  it.each([
    ['stops it', () => callApp(test, stopVipShow, {}, bearer(vera.token)), onlineStatus.paused],
    ['goes on a break', () => set(onlineStatus.paused), onlineStatus.paused],
    ['goes offline', () => set(onlineStatus.offline), onlineStatus.offline],
    ['blocks its member', () => block(), onlineStatus.paused],
  ] as const)('ends when the performer %s: the rest of the minute is given back', async (_, end, status) => {
    await reload();
    await end();
    expect(await statusOf()).toEqual(status);
    expect(await anna.credits()).toBe(880);
    expect(await own()).toBeNull();
    await expect(comeBack()).rejects.toThrow(/^badRequest\.(performer|chat\.blocked)/);
    expect(await findViolations(test.deps.db, [])).toEqual([]);
  });

  const block = () =>
    callApp(test, sanctionViewer, { kind: 'block', target: { session: chat.session } }, bearer(vera.token));
  const set = (status: 0 | 9) => callApp(test, setStatus, { onlineStatus: status }, bearer(vera.token));

  it('requires the rest of a minute, or credits for the next one', async () => {
    await chat.watchFor(27_000);
    await chat.tip(600);
    await reload();
    const again = await comeBack();
    await expect(again.watchFor(6000)).rejects.toThrow('badRequest.session.ended');
    expect(await statusOf()).toBe(onlineStatus.paused);
  });

  it('cannot be read if the brand has no VIP', async () => {
    const without = variantOf(test, { brand: { ...test.deps.brand, hasFeature: () => false } });
    await expect(
      callApp(without, readOwnShow, { performer: vera.username }, bearer(anna.token)),
    ).rejects.toThrow('badRequest.notFound');
  });

  it('has a clock of its own, which goes on when its member comes back', async () => {
    const other = await aPaidChat(test, 2000);
    const meters = () =>
      test.pushes.flatMap(({ name, payload }) => (name === 'chat-meter' ? [payload as ChatMeter] : []));
    await other.chat.watchFor(20_000);
    await beginVip(test, other.chat, other.vera);
    expect(meters().at(-1)).toMatchObject({ price: 240, paidMs: 0 });
    await other.chat.watchFor(63_000);
    expect(meters().at(-1)).toMatchObject({ price: 240, paidMs: 60_000, spent: expect.any(Number) });
    const back = await watch(test, other.anna.caller, other.vera, 'vip');
    expect(back.joined.meter.paidMs).toBe(63_000);
    await back.watchFor(57_000);
    // Nothing is left of the minute, so that the next session begins a stay of its own.
    await back.leave('failed');
    const again = await join(test, other.anna.caller, other.vera, 'vip');
    expect(again.joined.meter).toMatchObject({ paidMs: 120_000 });
    await endVip(test, again);
  });
});
