import type { PGlite } from '@electric-sql/pglite';
import { eq } from 'drizzle-orm';
import type { Pool } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import { dayOf, daysIn, monthsUpTo } from '#contract/day.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { EARNINGS_FILE, EARNINGS_PAGE, readEarnings } from '#contract/studio/numbers/earnings-calls.ts';
import { setToy } from '#contract/studio/toy-calls.ts';
import { getChatJoinToken } from '#server/chat/join/get-chat-join-token.ts';
import { switchToyOff } from '#server/chat/toys/switch-toy.ts';
import { settleRests } from '#server/chat/units/settle-unit.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { performers } from '#server/performers/tables.ts';
import { beginVip, endVip } from '#server/studio/vip/testing.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor, variantOf } from '#server/testing/test-app.ts';
import { aFreeChat, aPaidChat, join, watch } from '#server/testing/viewer.ts';
import { callWith, hangUp, openPhone } from '#server/wallet/dial-in/testing.ts';
import { creditMember } from '#server/wallet/spending/grant-credits.ts';

describe.each(databaseKinds())('a performer’s earnings on $name', (database) => {
  const test = startTestApp({ on: database });

  /** With a new login, because time passes. */
  const earnings = async ({ id }: TestPerformer, input: { month?: string; page?: number } = {}) =>
    callApp(test, readEarnings, input, bearer(await tokenFor(test.deps, 'performer', id)));
  const file = async ({ id }: TestPerformer, query: Record<string, string> = {}) => {
    const all = new URLSearchParams({ 'api-key': test.deps.config.apiKey, lang: 'nl', ...query });
    return test.app.request(`${EARNINGS_FILE}?${all}`, {
      headers: bearer(await tokenFor(test.deps, 'performer', id)),
    });
  };
  const today = () => dayOf(test.clock.now());

  it('are what members paid for a chat, less what they got back', async () => {
    const { vera, chat } = await aPaidChat(test, 2000);
    const begin = test.clock.now().toISOString();
    await chat.watchFor(90_000);
    await chat.tip(100);
    await chat.leave('failed');
    test.clock.advance(6 * 60_000);
    await settleRests(test.deps);
    const found = await earnings(vera);
    const sums = { paid: 220, returned: 30, earned: 190 };
    const byKind = [
      { kind: 'chat', paid: 120, returned: 30, earned: 90 },
      { kind: 'tips', paid: 100, returned: 0, earned: 100 },
    ];
    const month = today().slice(0, 7);
    expect(found).toEqual({
      month,
      months: [month],
      today: sums,
      ...sums,
      byKind,
      opening: 0,
      closing: 190,
      byDay: daysIn(month).map((day) => ({ day, earned: day === today() ? 190 : 0 })),
      byMonth: monthsUpTo(month, 12).map((one) => ({ month: one, earned: one === month ? 190 : 0 })),
      worth: expect.any(Object),
      total: 1,
      payouts: [],
      days: [
        {
          day: today(),
          ...sums,
          shows: [
            { begin, member: chat.joined.sender, seconds: 90, kinds: ['chat', 'tips'], byKind, ...sums },
          ],
        },
      ],
    });
    expect(await vera.credits()).toBe(190);
  });

  it('name VIP, toy, free chat and camera', async () => {
    const { vera, chat } = await aFreeChat(test, 5000);
    await callApp(test, setToy, { active: true }, bearer(vera.token));
    await chat.tip(250);
    await switchToyOff(test.deps, vera.id, { reason: 'off' });
    const [free] = (await earnings(vera)).days[0]?.shows ?? [];
    expect(free).toMatchObject({ kinds: ['free', 'toys'], paid: 250, returned: 250, earned: 0 });
    const { anna, vera: mila, chat: paid } = await aPaidChat(test, 5000);
    const camera = { action: 'camBackInit', auth: paid.auth(), data: { agent: 'whip' } } as const;
    await callApp(test, chatAction, camera, bearer(anna.token));
    await beginVip(test, paid, mila);
    await endVip(test, paid);
    expect((await earnings(mila)).days[0]?.shows[0]?.kinds).toEqual(['chat', 'vip', 'camBack']);
  });

  it('list private messages by member and day', async () => {
    const [anna, vera] = [await aMember(test, 1000, { username: 'Zonneschijn' }), await aPerformer(test)];
    const messenger = messengerOf(test);
    for (const text of ['Hoi', 'Dag']) await messenger.write(anna, vera, text);
    const { days, byKind } = await earnings(vera);
    const sums = { paid: 120, returned: 0, earned: 120 };
    expect(byKind).toEqual([{ kind: 'messages', ...sums }]);
    expect(days[0]?.shows).toMatchObject([
      { member: 'Zonneschijn', kinds: ['messages'], seconds: null, ...sums },
    ]);
  });

  it('say which free credits are not earned, in the chat or with the member that spent them', async () => {
    const { config } = test.deps;
    const strict = variantOf(test, { config: { ...config, freeCreditsEarn: false } });
    const [anna, vera] = [await aMember(test, 1000, { username: 'Avondrood' }), await aPerformer(test)];
    const els = operatorCaller('els', 'sorry');
    const give = (credits: number) => creditMember(test.deps, els, { memberId: anna.id, credits });
    await give(130);
    const chat = await join(strict, anna.caller, vera);
    await chat.tip(200);
    await chat.leave();
    await give(50);
    await messengerOf(strict).write(anna, vera, 'Hoi');
    const found = await earnings(vera);
    expect(found).toMatchObject({ paid: 260, returned: 0, earned: 80 });
    expect(found.byKind).toEqual([
      { kind: 'tips', paid: 200, returned: 0, earned: 200 },
      { kind: 'messages', paid: 60, returned: 0, earned: 60 },
      { kind: 'unearned', paid: 0, returned: 0, earned: -180 },
    ]);
    const shows = found.days.flatMap((day) => day.shows);
    expect(shows.map(({ kinds, earned }) => [kinds, earned])).toEqual(
      expect.arrayContaining([
        [['tips', 'unearned'], 70],
        [['messages', 'unearned'], 10],
      ]),
    );
    expect(await vera.credits()).toBe(80);
  });

  it('include the share of a phone call, which no member paid', async () => {
    const [vera, phone] = [await aPerformer(test), await openPhone(test)];
    const call = await callWith(test, phone);
    const meta = { nickname: 'Zonnebloem' };
    await getChatJoinToken(test.deps, phone.caller, {
      performer: vera.username,
      session: phone.session,
      meta,
    });
    const viewer = await watch(test, phone.caller, vera);
    await viewer.watchFor(120_000);
    await hangUp(test, call, 130);
    const found = await earnings(vera);
    expect(found.days[0]?.shows).toMatchObject([{ member: 'Zonnebloem', kinds: ['phone'], seconds: 120 }]);
    expect(found).toMatchObject({ paid: 0, returned: 0, earned: await vera.credits() });
    expect(found.earned).toBeGreaterThan(0);
  });

  it('belong to the operator’s day and month, also in a chat that lasts past midnight', async () => {
    const { anna, vera, chat } = await aPaidChat(test, 5000);
    await chat.leave();
    // To 23:59:30 of the last day of November in Amsterdam.
    test.clock.advance(Date.parse('2026-11-30T22:59:30Z') - test.clock.now().getTime());
    const late = await watch(test, anna.caller, vera);
    await late.watchFor(61_000);
    const [november, december] = [await earnings(vera, { month: '2026-11' }), await earnings(vera)];
    expect(november.days.map(({ day, earned }) => [day, earned])).toEqual([
      ['2026-11-30', 60],
      ['2026-11-20', 60],
    ]);
    expect(december).toMatchObject({
      month: '2026-12',
      months: ['2026-12', '2026-11'],
      opening: 120,
      earned: 60,
      closing: 180,
      days: [{ day: '2026-12-01', shows: [{ begin: '2026-11-30T22:59:30.000Z' }] }],
    });
    expect(november.today).toEqual(december.today);
    expect(await earnings(vera, { month: '2026-10' })).toMatchObject({ earned: 0, closing: 0, days: [] });
  });

  it('come in pages, with full sums of a day and the same number of queries for any size', async () => {
    const [anna, vera] = [await aMember(test, 10_000), await aPerformer(test, onlineStatus.free)];
    const driver = (test.deps.db as unknown as { $client: PGlite | Pool }).$client;
    for (let made = 0; made < EARNINGS_PAGE + 2; made += 1) {
      const chat = await join(test, anna.caller, vera);
      await chat.tip(100);
      await chat.leave();
      test.clock.advance(1000);
    }
    const token = await tokenFor(test.deps, 'performer', vera.id);
    const query = vi.spyOn(driver, 'query');
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await callApp(test, readEarnings, { page }, bearer(token)));
    const queries = query.mock.calls.length;
    query.mockRestore();
    expect(queries).toBeLessThanOrEqual(3 * 8);
    const total = EARNINGS_PAGE + 2;
    expect(
      pages.map((page) => [page.total, page.days.map(({ earned, shows }) => [earned, shows.length])]),
    ).toEqual([
      [total, [[total * 100, EARNINGS_PAGE]]],
      [total, [[total * 100, 2]]],
      [total, []],
    ]);
    const begins = pages.flatMap(({ days }) => days.flatMap(({ shows }) => shows.map(({ begin }) => begin)));
    expect(begins).toEqual([...new Set(begins)].sort().reverse());
  });

  it('are in a file for spreadsheets, in which a name cannot become a formula', async () => {
    const [anna, vera] = [await aMember(test, 1000, { username: '=1+1;2' }), await aPerformer(test)];
    const chat = await watch(test, anna.caller, vera);
    await chat.tip(100);
    await chat.leave('failed');
    const answer = await file(vera);
    const month = today().slice(0, 7);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="mijn-verdiensten-${month}.csv"`,
      'content-type': expect.stringMatching(/^text\/csv/),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [head, row, end] = bytes.subarray(3).toString('utf8').split('\r\n');
    expect(head).toBe('dag;begin;soort;lid;seconden;betaald door leden;teruggegeven;verdiend');
    expect(row).toMatch(
      new RegExp(`^${today()};${today()} [0-9:]+;betaalde chat \\+ fooien;"'=1\\+1;2";0;160;0;160$`),
    );
    expect(end).toBe('');
    const before = await file(vera, { month: '2026-10', lang: 'en' });
    expect((await before.text()).trim().split('\r\n')).toHaveLength(1);
    expect(before.headers.get('content-disposition')).toContain('"my-earnings-2026-10.csv"');
  });

  it('are in the file with the price of a minute where performers set their own', async () => {
    const rules = {
      chat: { min: 30, max: 120, step: 6 },
      vip: { min: 240, max: 480, step: 12 },
      unitSeconds: 60,
    } as const;
    const own = variantOf(test, { config: { ...test.deps.config, prices: rules } });
    const [anna, vera] = [await aMember(test, 1000), await aPerformer(test)];
    await test.deps.db.update(performers).set({ chatPrice: 90 }).where(eq(performers.id, vera.id));
    const chat = await watch(own, anna.caller, vera);
    await chat.leave();
    const path = `${EARNINGS_FILE}?api-key=${test.deps.config.apiKey}&lang=en`;
    const headers = bearer(await tokenFor(test.deps, 'performer', vera.id));
    const [head, row] = (await (await own.app.request(path, { headers })).text()).trim().split('\r\n');
    expect(head).toMatch(/earned.chat per minute.VIP per minute$/);
    expect(row).toMatch(/\D90\D$/);
  });

  it('are shown to their performer only, and not without the studio', async () => {
    const { anna, vera, chat } = await aPaidChat(test, 1000);
    await chat.tip(100);
    const other = await aPerformer(test);
    expect(await earnings(other)).toMatchObject({ earned: 0, total: 0 });
    expect((await (await file(other)).text()).trim().split('\r\n')).toHaveLength(1);
    const asMember = bearer(anna.token);
    await expect(callApp(test, readEarnings, {}, asMember)).rejects.toThrow('badRequest.unauthorized');
    const path = `${EARNINGS_FILE}?api-key=${test.deps.config.apiKey}`;
    expect((await test.app.request(path, { headers: asMember })).status).toBe(401);
    expect((await file(vera, { month: '2026-13' })).status).toBe(400);
    await expect(earnings(vera, { month: '1999-01' })).rejects.toThrow('badRequest.invalid.input');
    const off = variantOf(test, { brand: { ...test.deps.brand, hasFeature: (name) => name !== 'studio' } });
    const token = bearer(await tokenFor(test.deps, 'performer', vera.id));
    await expect(callApp(off, readEarnings, {}, token)).rejects.toThrow('badRequest.notFound');
    expect((await off.app.request(path, { headers: token })).status).toBe(404);
  });

  it('count a stream that is still running', async () => {
    const { vera, chat } = await aPaidChat(test, 1000);
    await chat.watchFor(30_000);
    expect((await earnings(vera)).days[0]?.shows[0]).toMatchObject({ seconds: 30, earned: 60 });
  });
});
