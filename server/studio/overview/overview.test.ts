import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { addFavourite } from '#contract/member/account/favourites-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readEarnings } from '#contract/studio/numbers/earnings-calls.ts';
import { EXPIRES_DAYS, readOverview } from '#contract/studio/numbers/overview-calls.ts';
import { addStart } from '#contract/studio/profile-calls.ts';
import { saveTipMenu } from '#contract/studio/tipping-calls.ts';
import { roomModerators } from '#server/chat/room/tables.ts';
import { duePayouts } from '#server/desk/payouts/list-payouts.ts';
import { markPaid } from '#server/desk/payouts/pay-out.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { performers } from '#server/performers/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { giveCredits } from '#server/testing/make.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor, variantOf } from '#server/testing/test-app.ts';
import { aPaidChat } from '#server/testing/viewer.ts';

const DAY_MS = 86_400_000;

describe.each(databaseKinds())('the overview of a performer on $name', (database) => {
  const test = startTestApp({ on: database, environment: { PAYOUT_RATE: '50', PAYOUT_MINIMUM: '100' } });

  const overview = async ({ id }: TestPerformer, app = test) =>
    callApp(app, readOverview, {}, bearer(await tokenFor(test.deps, 'performer', id)));
  /** Moves the clock to a time in Amsterdam, which is an hour ahead in winter. */
  const moveTo = (iso: string) => test.clock.advance(Date.parse(iso) - test.clock.now().getTime());

  it('is empty for a new performer, and tells what to do first', async () => {
    const vera = await aPerformer(test, onlineStatus.offline);
    expect(await overview(vera)).toEqual({
      today: { credits: 0, cents: 0 },
      week: { credits: 0, cents: 0 },
      unread: 0,
      start: null,
      favourites: { total: 0, week: 0 },
      missing: ['portrait', 'cover', 'motto', 'description', 'city', 'album'],
      pictures: { waiting: 0, refused: 0 },
      expiring: [],
      payout: null,
      firstDay: [
        { step: 'page', done: false },
        { step: 'tipMenu', done: false },
        { step: 'start', done: false },
        { step: 'live', done: false },
      ],
    });
  });

  it('marks what is done, and drops the first list after the day of the first broadcast', async () => {
    const vera = await aPerformer(test, onlineStatus.offline);
    const at = new Date(test.clock.now().getTime() + DAY_MS).toISOString();
    await callApp(test, addStart, { at }, bearer(vera.token));
    const menu = { list: 'menu' as const, items: [{ name: 'Zwaaien', price: 100 }] };
    await callApp(test, saveTipMenu, menu, bearer(vera.token));
    const found = await overview(vera);
    expect(found.start).toBe(at);
    const doneOf = (list: typeof found.firstDay) => list?.filter(({ done }) => done).map(({ step }) => step);
    expect(doneOf(found.firstDay)).toEqual(['tipMenu', 'start']);
    const first = { firstCamSession: test.clock.now() };
    await test.deps.db.update(performers).set(first).where(eq(performers.id, vera.id));
    expect(doneOf((await overview(vera)).firstDay)).toEqual(['tipMenu', 'start', 'live']);
    test.clock.advance(DAY_MS);
    expect((await overview(vera)).firstDay).toBeNull();
  });

  it('asks for an identity check only if the operator does', async () => {
    const vera = await aPerformer(test, onlineStatus.offline);
    const strict = variantOf(test, { config: { ...test.deps.config, identityRequired: true } });
    const { firstDay } = await overview(vera, strict);
    expect(firstDay?.[0]).toEqual({ step: 'identity', done: false });
  });

  it('counts from midnight and from Monday, and values credits at the payout rate', async () => {
    const { vera, anna, chat } = await aPaidChat(test, 5000);
    await chat.tip(101);
    await callApp(test, addFavourite, { performerId: vera.id }, bearer(anna.token));
    await messengerOf(test).write(anna, vera, 'Hoi');
    await chat.leave();
    const first = await overview(vera);
    expect(first.today).toEqual({ credits: 221, cents: 110 });
    expect(first.week).toEqual(first.today);
    expect([first.unread, first.favourites]).toEqual([1, { total: 1, week: 1 }]);
    test.clock.advance(DAY_MS);
    const next = await overview(vera);
    expect([next.today.credits, next.week.credits]).toEqual([0, 221]);
    test.clock.advance(7 * DAY_MS);
    const later = await overview(vera);
    expect([later.week.credits, later.favourites]).toEqual([0, { total: 1, week: 0 }]);
  });

  it('names moderators whose appointment ends soon', async () => {
    const [vera, anna, bram] = [await aPerformer(test), await aMember(test), await aMember(test)];
    const since = test.clock.now();
    const inDays = (days: number) => new Date(since.getTime() + days * DAY_MS);
    await test.deps.db.insert(roomModerators).values([
      { performerId: vera.id, memberId: anna.id, since, until: inDays(EXPIRES_DAYS) },
      { performerId: vera.id, memberId: bram.id, since, until: inDays(EXPIRES_DAYS + 1) },
    ]);
    const { expiring } = await overview(vera);
    expect(expiring).toEqual([{ name: expect.any(String), until: inDays(EXPIRES_DAYS).toISOString() }]);
  });

  it('tells the payout to come: of the last month until it is paid, then of this month', async () => {
    moveTo('2027-03-20T12:00:00Z');
    const { vera, anna, chat } = await aPaidChat(test, 5000);
    await chat.tip(140);
    await chat.leave();
    const march = await overview(vera);
    expect(march.payout).toMatchObject({ month: '2027-03', credits: 200, cents: 100, stop: null });
    moveTo('2027-04-20T12:00:00Z');
    expect((await overview(vera)).payout).toEqual(march.payout);
    const month = '2027-03';
    const [due] = await duePayouts(test.deps, { month, only: vera.id });
    const input = { performer: vera.id, month, version: due?.version ?? '', reference: 'x' };
    await markPaid(test.deps, operatorCaller('els', 'month'), input);
    expect((await overview(vera)).payout).toBeNull();
    await messengerOf(test).write(
      { ...anna, token: await tokenFor(test.deps, 'member', anna.id) },
      vera,
      'Hoi',
    );
    expect((await overview(vera)).payout).toMatchObject({ month: '2027-04', credits: 60, stop: 'minimum' });
  });

  it('adds a month below the minimum to the one that runs, as the earnings do', async () => {
    moveTo('2027-05-20T12:00:00Z');
    const vera = await aPerformer(test);
    const earn = (credits: number) => giveCredits(test.deps, { kind: 'performer', owner: vera.id }, credits);
    await earn(70);
    moveTo('2027-06-20T12:00:00Z');
    await earn(50);
    const { payout } = await overview(vera);
    const token = await tokenFor(test.deps, 'performer', vera.id);
    const { next } = (await callApp(test, readEarnings, {}, bearer(token))).worth;
    expect(payout).toMatchObject({ month: '2027-06', credits: 120, stop: null });
    expect(next).toMatchObject({ month: payout?.month, credits: payout?.credits, isEnough: true });
  });
});
