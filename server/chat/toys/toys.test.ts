import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { chatAction, readChatMessages } from '#contract/chat/action-calls.ts';
import { readChatReceipt } from '#contract/chat/session-calls.ts';
import { readSpending } from '#contract/chat/spending-calls.ts';
import type { TipData } from '#contract/chat/tipping/tips.ts';
import {
  readToy,
  TOY_AWAY_MS,
  TOY_BEAT_MS,
  TOY_MEMBER_GAP_MS,
  TOY_QUEUE_RUNS,
  TOY_SILENCE_MS,
  type ToyLevelPush,
  toyOff,
} from '#contract/chat/toy-calls.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { readRoom, setStatus } from '#contract/studio/studio-calls.ts';
import { beatToy, setToy, stopToy } from '#contract/studio/toy-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { checkBooks, findViolations } from '#server/ledger/check-books.ts';
import { beginVip, endVip } from '#server/studio/vip/testing.ts';
import { dyingDb } from '#server/testing/fakes.ts';
import { payBack, payOut } from '#server/testing/payouts.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { aFreeChat, join, type Viewer } from '#server/testing/viewer.ts';
import { returnRuns } from './return-runs.ts';
import { sweepToys } from './sweep-toys.ts';
import { missToyBridge, switchToyOff } from './switch-toy.ts';

const test = startTestApp();
let vera: TestPerformer;
let anna: TestMember;
let chat: Viewer;

/** Anna watches Vera, whose toy is on. */
beforeEach(async () => {
  ({ anna, vera, chat } = await aFreeChat(test, 10_000));
  await callApp(test, setToy, { active: true }, bearer(vera.token));
  test.pushes.length = 0;
});

const tip = (data: Partial<TipData> = {}, who = { member: anna, viewer: chat }) =>
  callApp(
    test,
    chatAction,
    { action: 'tip', auth: who.viewer.auth(), clientId: test.deps.newId(), data: { amount: 250, ...data } },
    bearer(who.member.token),
  );
/** Another member of the room tips. */
async function other(data: Partial<TipData> = {}): Promise<void> {
  const member = await aMember(test, 10_000);
  await tip(data, { member, viewer: await join(test, member.caller, vera) });
}
const stop = () => callApp(test, stopToy, {}, bearer(vera.token));
const beat = (run: number | null, error?: string) =>
  callApp(test, beatToy, { run, ...(error ? { error } : {}) }, bearer(vera.token));
const state = async () => (await callApp(test, readRoom, {}, bearer(vera.token))).toy;
const pushed = (name: string) =>
  test.pushes
    .filter((push) => push.name === name && push.to === `room:${vera.id}`)
    .map((push) => push.payload);
const levels = () => pushed('toy-level') as ToyLevelPush[];
const sweep = () => sweepToys(test.deps);
/** Plays for `ms` with heartbeats, swept as often as in production. */
async function play(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= TOY_BEAT_MS) {
    const { playing } = await state();
    if (playing) await beat(playing.run);
    test.clock.advance(Math.min(left, TOY_BEAT_MS));
    await sweep();
  }
}
const receipt = () => callApp(test, readChatReceipt, { session: chat.session }, bearer(anna.token));

describe('a tip of a level’s amount', () => {
  it('L3.8 L4.37 L9.4 queues a run, appears in the room as a toy tip, and plays for its seconds', async () => {
    const { message } = await tip();
    expect(message).toMatchObject({ messageType: 'tip-cybertoy', amount: 250, tipType: 'normal' });
    const { run } = (await state()).waiting[0] ?? { run: 0 };
    const [entered] = pushed('ft-tip');
    expect(entered).toEqual({
      room: vera.id,
      run,
      level: 'normal',
      seconds: 15,
      from: chat.joined.sender,
      waiting: 1,
    });
    await sweep();
    expect(levels()).toEqual([
      {
        room: vera.id,
        run,
        level: 'normal',
        intensity: 5,
        seconds: 15,
        from: chat.joined.sender,
        waiting: 0,
      },
    ]);
    await play(14_500);
    expect(levels()).toHaveLength(1);
    await play(500);
    expect(levels().at(-1)).toMatchObject({ level: 'off', intensity: 0, run: null, waiting: 0 });
    expect((await receipt()).toy).toMatchObject({ bought: 15, played: 15 });
    expect((await receipt()).total).toBe(250);
  });

  it('L9.3 is a plain tip while the toy is off, or if it is a named tip', async () => {
    const named = await tip({ tipType: 'kiss' });
    expect(named.message).toMatchObject({ messageType: 'tip', tipType: 'kiss' });
    await callApp(test, setToy, { active: false }, bearer(vera.token));
    const plain = await tip();
    expect(plain.message).toMatchObject({ messageType: 'tip', tipType: 'tip' });
    expect(await state()).toEqual(toyOff);
    expect((await receipt()).toy).toBeUndefined();
  });

  it('L9.4 is a plain tip if it differs from a level’s amount', async () => {
    expect((await tip({ amount: 251 })).message).toMatchObject({ messageType: 'tip' });
  });

  it('plays once when it is sent twice', async () => {
    const clientId = test.deps.newId();
    const send = () =>
      callApp(
        test,
        chatAction,
        { action: 'tip', auth: chat.auth(), clientId, data: { amount: 100, toy: true } },
        bearer(anna.token),
      );
    const first = await send();
    expect(await send()).toEqual(first);
    expect((await state()).waiting).toHaveLength(1);
    expect(pushed('ft-tip')).toHaveLength(1);
  });

  it('is not charged if it is meant for the toy and the toy is off', async () => {
    await stop();
    await expect(tip({ toy: true })).rejects.toThrow('badRequest.toy.off');
    expect(await anna.credits()).toBe(10_000);
    expect(await vera.credits()).toBe(0);
  });

  it('is refused or a plain tip if the same member sends it too soon after another', async () => {
    await tip();
    await expect(tip({ toy: true })).rejects.toThrow('badRequest.toy.soon');
    expect((await tip()).message).toMatchObject({ messageType: 'tip' });
    test.clock.advance(TOY_MEMBER_GAP_MS);
    expect((await tip({ toy: true })).message).toMatchObject({ messageType: 'tip-cybertoy' });
    expect(await anna.credits()).toBe(10_000 - 3 * 250);
  });
});

describe('the queue', () => {
  it('plays runs one after the other, in the order of the tips', async () => {
    await tip({ amount: 100 });
    await other({ amount: 250 });
    await sweep();
    await play(5000);
    expect(levels().map(({ level, waiting }) => [level, waiting])).toEqual([
      ['low', 1],
      ['normal', 0],
    ]);
  });

  it('takes at most twenty runs', async () => {
    for (let count = 0; count < TOY_QUEUE_RUNS; count++) await other({ amount: 100 });
    await expect(tip({ amount: 100, toy: true })).rejects.toThrow('badRequest.toy.full');
    expect(await anna.credits()).toBe(10_000);
    expect((await tip({ amount: 100 })).message).toMatchObject({ messageType: 'tip' });
    expect((await state()).waiting).toHaveLength(TOY_QUEUE_RUNS);
  });

  it('takes at most ten minutes', async () => {
    for (let count = 0; count < 3; count++) await other({ amount: 2500 });
    await expect(tip({ amount: 2500, toy: true })).rejects.toThrow('badRequest.toy.full');
    expect((await tip({ amount: 1000, toy: true })).message).toMatchObject({ messageType: 'tip-cybertoy' });
    await expect(other({ amount: 100, toy: true })).rejects.toThrow('badRequest.toy.full');
  });

  it('keeps its limit against tips that compete for the last place', async () => {
    for (let count = 1; count < TOY_QUEUE_RUNS; count++) await other({ amount: 100 });
    const raced = await Promise.allSettled([1, 2, 3].map(() => other({ amount: 100, toy: true })));
    expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is visible to the performer and to viewers', async () => {
    await tip();
    await sweep();
    await other({ amount: 500 });
    const toy = await state();
    expect(await callApp(test, readToy, { auth: chat.auth() }, bearer(anna.token))).toEqual(toy);
    expect(toy).toMatchObject({
      active: true,
      playing: { level: 'normal', intensity: 5, leftMs: 15_000, from: chat.joined.sender },
      waiting: [{ level: 'medium', seconds: 30 }],
    });
  });

  it('is not played twice by simultaneous sweeps', async () => {
    await tip();
    await other();
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(levels()).toHaveLength(1);
  });
});

describe('the ceiling', () => {
  const cap = (ceiling: number) => callApp(test, setToy, { active: true, ceiling }, bearer(vera.token));

  it('limits the intensity', async () => {
    await cap(20);
    await tip({ amount: 2500 });
    await sweep();
    expect(levels()).toMatchObject([{ level: 'extreme', intensity: 20 }]);
  });

  it('applies at once to the playing run, and pushes nothing else to the room', async () => {
    await tip({ amount: 2500 });
    await sweep();
    await play(10_000);
    await cap(10);
    expect(levels().at(-1)).toMatchObject({ level: 'extreme', intensity: 10, seconds: 170 });
    expect(pushed('cybertoy')).toEqual([]);
  });
});

describe('STOP', () => {
  it('L4.40 halts the device, clears the queue, switches the toy off and gives back what was not played', async () => {
    await tip({ amount: 500 });
    await other();
    await sweep();
    await play(4000);
    test.pushes.length = 0;
    expect(await stop()).toEqual(toyOff);
    expect(test.pushes[0]).toMatchObject({ name: 'toy-level', payload: { level: 'off', intensity: 0 } });
    expect(pushed('cybertoy')).toEqual([{ room: vera.id, active: false }]);
    test.clock.advance(60_000);
    test.pushes.length = 0;
    await sweep();
    expect(levels()).toEqual([]);
    expect((await receipt()).toy).toMatchObject({ bought: 30, played: 4 });
    // 26 of 30 s of 500, rounded up, and all of the waiting run.
    expect(await anna.credits()).toBe(9934);
    expect(await vera.credits()).toBe(66);
    await expect(checkBooks(test.deps, [])).resolves.toBeDefined();
  });

  it('writes an audit row with the performer, and may be pressed again', async () => {
    await stop();
    await stop();
    const rows = await test.deps.db
      .select({ act: auditRows.act, actor: auditRows.actor })
      .from(auditRows)
      .where(eq(auditRows.subject, `performer:${vera.id}`))
      .orderBy(auditRows.id);
    expect(rows).toEqual([
      { act: 'toy.on', actor: `performer:${vera.id}` },
      { act: 'toy.off', actor: `performer:${vera.id}` },
    ]);
  });

  it('works only for the own toy', async () => {
    const wies = await aPerformer(test, onlineStatus.free);
    await tip();
    await callApp(test, stopToy, {}, bearer(wies.token));
    expect((await state()).waiting).toHaveLength(1);
    await expect(callApp(test, stopToy, {}, bearer(anna.token))).rejects.toThrow('badRequest.');
  });
});

describe('a run that is not played to its end gives back the rest of its tip', () => {
  const toStatus = (status: OnlineStatus) =>
    callApp(test, setStatus, { onlineStatus: status }, bearer(vera.token));
  const ways: readonly [string, () => Promise<unknown>][] = [
    ['STOP', stop],
    ['switching the toy off', () => callApp(test, setToy, { active: false }, bearer(vera.token))],
    ['a pause', () => toStatus(onlineStatus.paused)],
    ['the end of the show', () => toStatus(onlineStatus.offline)],
    ['another kind of chat', () => toStatus(onlineStatus.online)],
    ['an error of the device', () => beat(null, 'the battery is empty')],
    [
      'a bridge that stays away',
      async () => {
        await missToyBridge(test.deps, vera.id);
        test.clock.advance(TOY_AWAY_MS + 1);
        await sweep();
      },
    ],
  ];

  it.each(ways)('during and before its turn, by %s', async (_, end) => {
    await tip({ amount: 500 });
    const bram = await aMember(test, 10_000);
    const watching = await join(test, bram.caller, vera);
    await tip({ amount: 250 }, { member: bram, viewer: watching });
    await sweep();
    await play(3000);
    test.pushes.length = 0;
    await end();
    expect(await anna.credits()).toBe(9950);
    expect(await bram.credits()).toBe(10_000);
    expect(await vera.credits()).toBe(50);
    expect(await receipt()).toMatchObject({ tips: 500, returned: 450, total: 50, toy: { returned: 450 } });
    expect(test.pushes).toContainEqual({
      to: `chat:${watching.session}`,
      name: 'toy-returned',
      payload: { session: watching.session, run: expect.any(Number), credits: 250 },
    });
    const { all } = await callApp(test, readSpending, { period: 'all' }, bearer(anna.token));
    expect(all).toMatchObject({ toys: 50, tips: 0, total: 50 });
    expect(await findViolations(test.deps.db, [])).toEqual([]);
  });

  it('and the tip’s line says so: to the room, to who joins later, and to who missed it', async () => {
    const { message } = await tip({ amount: 500 });
    if (!message) throw new Error('The tip has no line');
    const after = message.seq;
    await stop();
    const { own: _, ...line } = message;
    const returned = { ...line, returned: 500 };
    expect(pushed('chat-tip-returned')).toEqual([{ room: vera.id, message: returned }]);
    const bram = await aMember(test);
    const { joined } = await join(test, bram.caller, vera);
    expect(joined.messages).toContainEqual({ ...returned, own: false });
    const read = { auth: chat.auth(), after };
    expect((await callApp(test, readChatMessages, read, bearer(anna.token))).messages).toEqual([
      { ...returned, own: true },
    ]);
    expect((await callApp(test, readRoom, { after }, bearer(vera.token))).messages).toEqual([returned]);
    test.clock.advance(3_600_000);
    expect((await callApp(test, readRoom, { after }, bearer(vera.token))).messages).toEqual([]);
  });

  it('and the line of a show’s tip stays with its two sides, also in the public room after it', async () => {
    await beginVip(test, chat, vera);
    await callApp(test, setToy, { active: true }, bearer(vera.token));
    await tip({ amount: 500 });
    await payOut(test, vera, await vera.credits());
    await endVip(test, chat);
    await toStatus(onlineStatus.free);
    await payBack(test, vera, 500);
    test.pushes.length = 0;
    await returnRuns(test.deps);
    const lines = test.pushes.filter(({ name }) => name === 'chat-tip-returned');
    expect(lines).toMatchObject([
      { to: `chat:${chat.session}`, payload: { message: { returned: 500 } } },
      { to: `performer:${vera.id}`, payload: { message: { returned: 500 } } },
    ]);
    expect(JSON.stringify(test.pushes.filter(({ to }) => to === `room:${vera.id}`))).not.toMatch(
      /only for you/,
    );
  });

  it('nothing of one that was played to its end', async () => {
    await tip({ amount: 100 });
    await sweep();
    await play(5000);
    await stop();
    expect(await anna.credits()).toBe(9900);
    expect(await vera.credits()).toBe(100);
  });

  it('once, however often it is ended', async () => {
    await tip({ amount: 500 });
    await sweep();
    await play(3000);
    await Promise.all([stop(), stop(), toStatus(onlineStatus.paused), returnRuns(test.deps), sweep()]);
    await returnRuns(test.deps);
    expect(await anna.credits()).toBe(9950);
    expect(await vera.credits()).toBe(50);
  });

  it('once the performer’s balance covers it', async () => {
    await tip({ amount: 500 });
    await payOut(test, vera, 500);
    await toStatus(onlineStatus.offline);
    await returnRuns(test.deps);
    expect(await anna.credits()).toBe(9500);
    await payBack(test, vera, 500);
    await returnRuns(test.deps);
    expect(await anna.credits()).toBe(10_000);
    expect(await vera.credits()).toBe(0);
  });

  it('by the next sweep, if the process died before giving back', async () => {
    await tip({ amount: 500 });
    await sweep();
    await play(3000);
    const { deps } = variantOf(test, { db: dyingDb(test.deps.db) });
    await switchToyOff(deps, vera.id, { reason: 'status' });
    expect(await anna.credits()).toBe(9500);
    await returnRuns(test.deps);
    expect(await anna.credits()).toBe(9950);
    expect(await vera.credits()).toBe(50);
  });

  it('and is in the receipt at the end of the chat', async () => {
    await tip({ amount: 500 });
    await toStatus(onlineStatus.offline);
    expect(test.pushes).toContainEqual({
      to: `chat:${chat.session}`,
      name: 'chat-ended',
      payload: expect.objectContaining({
        receipt: expect.objectContaining({ tips: 500, returned: 500, total: 0 }),
      }),
    });
  });
});

describe('the toy is off', () => {
  it.each([
    ['a pause', onlineStatus.paused],
    ['another kind of chat', onlineStatus.online],
    ['the end of the show', onlineStatus.offline],
  ])('L4.40 L4.54 after %s, with an empty queue', async (_, status) => {
    await tip();
    await sweep();
    await callApp(test, setStatus, { onlineStatus: status }, bearer(vera.token));
    expect(levels().at(-1)).toMatchObject({ level: 'off' });
    expect(pushed('cybertoy')).toEqual([{ room: vera.id, active: false }]);
    expect(await state()).toEqual(toyOff);
  });

  it('stays on when the same status is set again', async () => {
    await callApp(test, setStatus, { onlineStatus: onlineStatus.free }, bearer(vera.token));
    expect((await state()).active).toBe(true);
    expect(levels()).toEqual([]);
  });

  it('after an error of the device', async () => {
    await tip();
    await sweep();
    expect(await beat(null, 'the battery is empty')).toEqual(toyOff);
    expect(levels().at(-1)).toMatchObject({ level: 'off' });
  });

  it('L4.20 for viewers who join later, and on for those who joined before', async () => {
    const bram = await aMember(test);
    expect((await join(test, bram.caller, vera)).joined.active).toBe(true);
    await stop();
    expect((await join(test, bram.caller, vera)).joined.active).toBe(false);
  });

  it.each([
    [onlineStatus.offline, 'badRequest.performer.offline'],
    [onlineStatus.paused, 'badRequest.performer.paused'],
  ])('and cannot be switched on in status %d', async (status, label) => {
    const wies = await aPerformer(test, status);
    await expect(callApp(test, setToy, { active: true }, bearer(wies.token))).rejects.toThrow(label);
  });
});

describe('a bridge that is away', () => {
  it('ends a run after two seconds without a heartbeat and keeps the waiting ones', async () => {
    await tip({ amount: 500 });
    await other();
    await sweep();
    await play(3000);
    test.clock.advance(TOY_SILENCE_MS);
    await sweep();
    expect(levels().at(-1)).toMatchObject({ level: 'off', waiting: 1 });
    expect(await state()).toMatchObject({ active: true, playing: null, waiting: [{ level: 'normal' }] });
    await expect(tip({ amount: 100, toy: true })).rejects.toThrow('badRequest.toy.off');
    await beat(null);
    await sweep();
    expect(levels().at(-1)).toMatchObject({ level: 'normal', waiting: 0 });
    // Played up to the last heartbeat.
    expect((await receipt()).toy).toMatchObject({ bought: 30, played: 3 });
  });

  it('switches the toy off when it stays away', async () => {
    await tip();
    await missToyBridge(test.deps, vera.id);
    test.clock.advance(TOY_AWAY_MS + 1);
    await sweep();
    expect(await state()).toEqual(toyOff);
    expect(pushed('cybertoy')).toEqual([{ room: vera.id, active: false }]);
  });

  it('halts at once when her last connection is lost, and plays nothing until it is back', async () => {
    await tip({ amount: 500 });
    await sweep();
    await play(1000);
    await missToyBridge(test.deps, vera.id);
    expect(levels().at(-1)).toMatchObject({ level: 'off' });
    await sweep();
    expect((await state()).playing).toBeNull();
  });

  it('loses its run if it reports none, and never plays it again', async () => {
    await tip({ amount: 500 });
    await sweep();
    await play(3000);
    await beat(null);
    await sweep();
    expect(await state()).toMatchObject({ active: true, playing: null, waiting: [] });
    expect((await receipt()).toy).toMatchObject({ bought: 30, played: 3 });
  });

  it('keeps a run that has begun while its report of none was on its way', async () => {
    await tip({ amount: 500 });
    await sweep();
    test.clock.advance(TOY_SILENCE_MS);
    await beat(null);
    await sweep();
    expect((await state()).playing).toMatchObject({ level: 'medium' });
  });
});

describe('a restart of the product', () => {
  it('plays nothing twice, and the rest of the queue once the bridge is back', async () => {
    await tip({ amount: 250 });
    await other({ amount: 500 });
    await sweep();
    await play(5000);
    const restarted = variantOf(test, { node: 'another' });
    test.clock.advance(20_000);
    await sweepToys(restarted.deps);
    expect(levels().at(-1)).toMatchObject({ level: 'off', waiting: 1 });
    await callApp(restarted, beatToy, { run: null }, bearer(vera.token));
    await sweepToys(restarted.deps);
    expect(levels().at(-1)).toMatchObject({ level: 'medium' });
    expect((await receipt()).toy).toMatchObject({ bought: 15, played: 5 });
  });
});

describe('without the toys feature', () => {
  it('refuses the calls and treats a tip as a plain one', async () => {
    const without = variantOf(test, {
      brand: { ...test.deps.brand, hasFeature: (feature) => feature !== 'toys' },
    });
    const asVera = bearer(vera.token);
    await expect(callApp(without, setToy, { active: true }, asVera)).rejects.toThrow('badRequest.notFound');
    await expect(callApp(without, beatToy, { run: null }, asVera)).rejects.toThrow('badRequest.notFound');
    await expect(callApp(without, readToy, { auth: chat.auth() }, bearer(anna.token))).rejects.toThrow(
      'badRequest.notFound',
    );
    const input = { action: 'tip', auth: chat.auth(), clientId: test.deps.newId() } as const;
    const sent = await callApp(without, chatAction, { ...input, data: { amount: 250 } }, bearer(anna.token));
    expect(sent.message).toMatchObject({ messageType: 'tip' });
  });
});
