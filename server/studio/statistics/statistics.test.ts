import { describe, expect, it } from 'vitest';
import { addFavourite } from '#contract/member/account/favourites-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { saveMemberNote } from '#contract/studio/note-calls.ts';
import { readStatistics, readStreamNumbers } from '#contract/studio/numbers/statistics-calls.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aGuest, aMember, aPerformer, eraseAccount, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';
import { aPaidChat, join, watch } from '#server/testing/viewer.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe.each(databaseKinds())('a performer’s statistics on $name', (database) => {
  const test = startTestApp({ on: database, environment: { PAYOUT_RATE: '50' } });

  const login = async ({ id }: TestPerformer) => bearer(await tokenFor(test.deps, 'performer', id));
  const read = async (vera: TestPerformer) => callApp(test, readStatistics, {}, await login(vera));
  const readStream = async (vera: TestPerformer, begin: string) =>
    callApp(test, readStreamNumbers, { begin }, await login(vera));
  const moveTo = (iso: string) => test.clock.advance(Date.parse(iso) - test.clock.now().getTime());

  it('are empty for a new performer', async () => {
    const vera = await aPerformer(test);
    expect(await read(vera)).toEqual({
      streams: [],
      funnel: { visits: 0, free: 0, paid: 0 },
      hours: [],
      regulars: [],
    });
    const begin = test.clock.now().toISOString();
    await expect(readStream(vera, begin)).rejects.toThrow('badRequest.notFound');
  });

  it('part her chats into streams, of which the last one may run', async () => {
    const { vera, anna, chat } = await aPaidChat(test, 5000);
    const first = test.clock.now();
    await chat.watchFor(120_000);
    await chat.leave();
    test.clock.advance(29 * 60_000);
    const again = await watch(test, anna.caller, vera);
    await again.leave();
    const end = test.clock.now();
    test.clock.advance(31 * 60_000);
    const second = test.clock.now();
    const bram = await watch(test, (await aMember(test, 500)).caller, vera);
    const { streams } = await read(vera);
    expect(streams).toEqual([
      { begin: second.toISOString(), end: null, viewers: 1 },
      { begin: first.toISOString(), end: end.toISOString(), viewers: 1 },
    ]);
    await bram.leave();
    expect((await read(vera)).streams[0]?.end).toBe(test.clock.now().toISOString());
  });

  it('show a stream in numbers, which equal the books', async () => {
    moveTo('2026-12-01T20:00:00Z');
    const { vera, anna, chat } = await aPaidChat(test, 5000);
    const begin = test.clock.now().toISOString();
    const bram = await watch(test, (await aMember(test, 500)).caller, vera);
    await chat.tip(101);
    await callApp(test, addFavourite, { performerId: vera.id }, bearer(anna.token));
    await bram.leave();
    await chat.watchFor(181_000);
    await chat.leave();
    await messengerOf(test).write(anna, vera, 'Hoi');
    const found = await readStream(vera, begin);
    expect(found).toMatchObject({ begin, viewers: 2, peak: 2, payers: 2, favourites: 1, step: 60_000 });
    const earned = (await vera.credits()) - 60;
    expect(found.earned).toEqual({ credits: earned, cents: Math.floor(earned / 2) });
    expect(found.byKind.map(({ kind }) => kind)).toEqual(['chat', 'tips']);
    expect(found.points).toEqual([2, 1, 1, 1]);
    const mila = await aPerformer(test);
    await expect(readStream(mila, begin)).rejects.toThrow('badRequest.notFound');
  });

  it('count people once on the way from a visit to a payment', async () => {
    const vera = await aPerformer(test, onlineStatus.free);
    const [anna, guest] = [await aMember(test, 500), aGuest(test)];
    for (let times = 0; times < 2; times += 1) {
      const chat = await watch(test, anna.caller, vera);
      await chat.tip(110);
      await chat.leave();
      await (await watch(test, guest, vera)).leave();
    }
    await (await join(test, (await aMember(test)).caller, vera)).leave();
    expect((await read(vera)).funnel).toEqual({ visits: 3, free: 2, paid: 1 });
  });

  it('add up the hours of whole weeks, also the one that clocks show twice', async () => {
    moveTo('2027-10-31T00:30:00Z');
    const { vera, chat } = await aPaidChat(test, 5000);
    await chat.leave();
    // Sunday, 02:30 in summer and an hour later 02:30 in winter.
    test.clock.advance(HOUR_MS);
    const again = await watch(test, (await aMember(test, 500)).caller, vera);
    await again.leave();
    expect((await read(vera)).hours).toEqual([]);
    test.clock.advance(DAY_MS);
    expect((await read(vera)).hours).toEqual([{ weekday: 7, hour: 2, credits: 120 }]);
    test.clock.advance(57 * DAY_MS);
    expect((await read(vera)).hours).toEqual([]);
  });

  it('list regulars by what they spent on her, with her note, until their account is erased', async () => {
    const { vera, anna, chat } = await aPaidChat(test, 5000);
    const last = test.clock.now().toISOString();
    await chat.tip(200);
    await chat.leave();
    const bram = await aMember(test, 500, { username: 'Bram שלום' });
    await messengerOf(test).write(bram, vera, 'Hoi');
    const note = { memberId: anna.id, text: 'likes jazz' };
    await callApp(test, saveMemberNote, note, await login(vera));
    const { regulars } = await read(vera);
    expect(regulars).toEqual([
      { memberId: anna.id, name: expect.any(String), spent: 260, last, note: 'likes jazz' },
      { memberId: bram.id, name: 'Bram שלום', spent: 60, last: null, note: '' },
    ]);
    await eraseAccount(test, bearer(await tokenFor(test.deps, 'member', anna.id)));
    expect((await read(vera)).regulars.map(({ memberId }) => memberId)).toEqual([bram.id]);
  });
});
