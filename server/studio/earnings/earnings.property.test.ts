import { and, eq, notInArray } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listViewers } from '#contract/chat/room/sanction-calls.ts';
import { addDays, dayOf, monthSpan, startOfDay } from '#contract/day.ts';
import { pastMonths } from '#contract/desk/money/payout-calls.ts';
import { labelOf } from '#contract/errors.ts';
import type { StudioPushes } from '#contract/studio/events.ts';
import {
  EARNINGS_FILE,
  EARNINGS_PAGE,
  type Earnings,
  readEarnings,
  sumEarnings,
} from '#contract/studio/numbers/earnings-calls.ts';
import { readRoom } from '#contract/studio/studio-calls.ts';
import { setToy } from '#contract/studio/toy-calls.ts';
import { sweepToys } from '#server/chat/toys/sweep-toys.ts';
import { switchToyOff } from '#server/chat/toys/switch-toy.ts';
import { settleRests } from '#server/chat/units/settle-unit.ts';
import { duePayouts } from '#server/desk/payouts/list-payouts.ts';
import { markPaid } from '#server/desk/payouts/pay-out.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { earningsIn } from '#server/ledger/earnings.ts';
import { accounts, entries, type TransferKind, transfers } from '#server/ledger/tables.ts';
import { returnUnanswered } from '#server/messaging/returns/return-unanswered.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { beginVip } from '#server/studio/vip/testing.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';
import { type Viewer, watch } from '#server/testing/viewer.ts';
import { wrongPayouts } from '#server/wallet/check-wallet.ts';
import { callWith, hangUp, openPhone } from '#server/wallet/dial-in/testing.ts';
import { creditMember } from '#server/wallet/spending/grant-credits.ts';

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

/** Acts of members and performer in any order. `who` picks one of two members. */
type Act =
  | { what: 'watch' | 'fail' | 'leave' | 'tip' | 'vip' | 'write'; who: 0 | 1 }
  | { what: 'toy on' | 'toy off' | 'phone' | 'pay out' }
  | { what: 'seconds' | 'hours'; many: number };

const who = fc.constantFrom<(0 | 1)[]>(0, 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ what: fc.constantFrom('watch', 'fail', 'leave', 'tip', 'vip', 'write'), who }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('toy on', 'toy off', 'phone', 'pay out') }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('seconds' as const), many: fc.integer({ min: 3, max: 90 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('hours' as const), many: fc.integer({ min: 1, max: 200 }) }),
  },
);

describe.each(databaseKinds())('earnings under any order of acts, on $name', (database) => {
  const test = startTestApp({
    on: database,
    environment: { MESSAGE_RETURN_HOURS: '48', FREE_CREDITS_EARN: 'false' },
  });
  const messenger = messengerOf(test);

  interface World {
    vera: TestPerformer;
    members: [TestMember, TestMember];
    chats: (Viewer | undefined)[];
  }

  /** Refusals are as good as acts: what counts is what was booked. */
  const tried = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      if (labelOf(error) === 'UNDEFINED_ERROR') throw error;
    });

  async function perform(world: World, one: Act): Promise<unknown> {
    const { vera, members, chats } = world;
    const [member, chat] = 'who' in one ? [members[one.who], chats[one.who]] : [];
    switch (one.what) {
      case 'watch':
        return tried(
          watch(test, members[one.who].caller, vera).then((viewer) => {
            chats[one.who] = viewer;
          }),
        );
      case 'fail':
      case 'leave':
        chats[one.who] = undefined;
        return chat && tried(chat.leave(one.what === 'fail' ? 'failed' : 'left'));
      case 'tip':
        return chat && tried(chat.tip(250));
      case 'vip':
        return chat && tried(beginVip(test, chat, vera));
      case 'write': {
        const token = await tokenFor(test.deps, 'member', members[one.who].id);
        return member && tried(messenger.write({ ...member, token }, vera, 'Hoi'));
      }
      case 'toy on':
        return tried(callApp(test, setToy, { active: true }, bearer(await tokenOf(vera))));
      case 'toy off':
        return switchToyOff(test.deps, vera.id, { reason: 'off' });
      case 'phone': {
        const phone = await openPhone(test);
        const call = await callWith(test, phone);
        const watched = watch(test, phone.caller, vera).then((viewer) => viewer.watchFor(60_000));
        await tried(watched);
        return hangUp(test, call, 65);
      }
      case 'pay out': {
        const [due] = await duePayouts(test.deps, { month: lastMonth(), only: vera.id });
        if (!due) return;
        const { performer, version } = due;
        const input = { performer, month: lastMonth(), version, reference: 'x' };
        // Refused while a minute of the month is open.
        await tried(markPaid(test.deps, operatorCaller('els', 'month'), input));
        return expect((await vera.credits()) >= 0).toBe(true);
      }
      case 'seconds':
        for (const viewer of chats) if (viewer) await tried(viewer.watchFor(one.many * 1000));
        return sweep();
      case 'hours':
        test.clock.advance(one.many * 3_600_000);
        return sweep();
    }
  }

  async function sweep(): Promise<void> {
    await settleRests(test.deps);
    await sweepToys(test.deps);
    await returnUnanswered(test.deps);
  }

  const tokenOf = ({ id }: TestPerformer) => tokenFor(test.deps, 'performer', id);

  const lastMonth = () => pastMonths(test.clock.now(), 1)[0] ?? '';

  /** Every page of a month. */
  async function monthOf(vera: TestPerformer, month?: string): Promise<Earnings[]> {
    const token = bearer(await tokenOf(vera));
    const read = (page: number) => callApp(test, readEarnings, { ...(month && { month }), page }, token);
    const pages = [await read(1)];
    while (pages.length * EARNINGS_PAGE < (pages[0]?.total ?? 0)) pages.push(await read(pages.length + 1));
    return pages;
  }

  /** Her entries without payouts, straight from the books. */
  const booked = ({ id }: TestPerformer) =>
    test.deps.db
      .select({ at: transfers.createdAt, amount: entries.amount, kind: transfers.kind })
      .from(entries)
      .innerJoin(transfers, eq(transfers.id, entries.transferId))
      .innerJoin(accounts, eq(accounts.id, entries.accountId))
      .where(
        and(
          eq(accounts.kind, 'performer'),
          eq(accounts.owner, String(id)),
          notInArray(transfers.kind, ['payout', 'payout-return']),
        ),
      );

  /** Of pushes since the last look: what moved is what was booked since then, and the totals are the ledger's. */
  async function expectTold(vera: TestPerformer, known: number): Promise<number> {
    test.pushes.length = 0;
    await test.tellMoved();
    const pushed = <Name extends keyof StudioPushes>(name: Name) =>
      test.pushes.flatMap((one) =>
        one.to === `performer:${vera.id}` && one.name === name ? [one.payload as StudioPushes[Name]] : [],
      );
    const own = await booked(vera);
    const [push, ...more] = pushed('studio-earned');
    expect(more).toEqual([]);
    const moved = push?.moved ?? [];
    expect(sumOf(moved.map(({ credits }) => credits))).toBe(sumOf(own.map(({ amount }) => amount)) - known);
    const now = test.clock.now();
    const since = (from: Date) => sumOf(own.flatMap(({ at, amount }) => (at >= from ? [amount] : [])));
    const today = dayOf(now);
    const sums = { day: since(startOfDay(today)), month: since(monthSpan(today.slice(0, 7)).from) };
    const token = bearer(await tokenOf(vera));
    const { earned, vip } = await callApp(test, readRoom, {}, token);
    expect(earned).toMatchObject(sums);
    if (push) expect(push.totals).toEqual(earned);
    const { viewers } = await callApp(test, listViewers, {}, token);
    for (const pays of pushed('studio-pays')) {
      for (const one of pays.viewers) expect(viewers).toContainEqual(expect.objectContaining(one));
      for (const one of pays.requests) expect(vip.requests).toContainEqual(expect.objectContaining(one));
    }
    return known + sumOf(moved.map(({ credits }) => credits));
  }

  /** Whether credits of this kind come from members, or go back to them. */
  const isMembers = (kind: TransferKind) => !['dial-in', 'unearned', 'unearned-return'].includes(kind);

  async function expectSums(vera: TestPerformer, month: string): Promise<number> {
    const pages = await monthOf(vera, month);
    const [found] = pages;
    if (!found) throw new Error('No page');
    const days = pages.flatMap(({ days }) => days);
    const rows = days.flatMap(({ shows }) => shows);
    const sums = { paid: found.paid, returned: found.returned, earned: found.earned };
    expect(sumEarnings(rows)).toEqual(sums);
    expect(sumEarnings(rows.flatMap(({ byKind }) => byKind))).toEqual(sums);
    expect(sumEarnings(found.byKind)).toEqual(sums);
    expect(sumEarnings([...new Map(days.map((day) => [day.day, day])).values()])).toEqual(sums);
    expect(rows).toHaveLength(found.total);
    expect(sumOf(found.byDay.map(({ earned }) => earned))).toBe(found.earned);
    expect(found.byMonth.at(-1)).toEqual({ month, earned: found.earned });
    const span = monthSpan(month);
    const [statement] = await earningsIn(test.deps.db, span, vera.id);
    expect(found.opening).toEqual(statement?.opening ?? 0);
    expect(found.earned).toEqual(statement?.earned ?? 0);
    expect(found.closing).toEqual(statement?.closing ?? 0);
    const own = (await booked(vera)).filter(({ at }) => at >= span.from && at < span.to);
    expect(found.earned).toBe(sumOf(own.map(({ amount }) => amount)));
    expect(found.paid).toBe(
      sumOf(own.flatMap(({ amount, kind }) => (amount > 0 && isMembers(kind) ? [amount] : []))),
    );
    expect(found.returned).toBe(
      sumOf(own.flatMap(({ amount, kind }) => (amount < 0 && isMembers(kind) ? [-amount] : []))),
    );
    expect(found.byKind.find(({ kind }) => kind === 'unearned')?.earned ?? 0).toBe(
      sumOf(own.flatMap(({ amount, kind }) => (isMembers(kind) || kind === 'dial-in' ? [] : [amount]))),
    );
    for (const { day, earned } of days) {
      const [from, to] = [startOfDay(day), startOfDay(addDays(day, 1))];
      const ofDay = own.filter(({ at }) => at >= from && at < to);
      expect(earned, day).toEqual(sumOf(ofDay.map(({ amount }) => amount)));
    }
    expect(await earnedInFile(vera, month)).toBe(found.earned);
    return found.earned;
  }

  async function earnedInFile(vera: TestPerformer, month: string): Promise<number> {
    const query = new URLSearchParams({ 'api-key': test.deps.config.apiKey, lang: 'nl', month });
    const answer = await test.app.request(`${EARNINGS_FILE}?${query}`, {
      headers: bearer(await tokenOf(vera)),
    });
    const [, ...lines] = (await answer.text()).trim().split('\r\n');
    return lines.reduce((sum, line) => sum + Number(line.split(';').at(-1)), 0);
  }

  it('equal the ledger: by kind, chat, day and month, on the page and in the file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
        const members: World['members'] = [await aMember(test, 5000), await aMember(test, 3000)];
        for (const { id } of members)
          await creditMember(test.deps, operatorCaller('els', 'sorry'), { memberId: id, credits: 400 });
        const world: World = { vera: await aPerformer(test), members, chats: [] };
        let known = 0;
        for (const one of acts) {
          await perform(world, one);
          known = await expectTold(world.vera, known);
        }
        const [current] = await monthOf(world.vera);
        const months = current?.months ?? [];
        let earned = 0;
        for (const month of months) earned += await expectSums(world.vera, month);
        const paidOut = (current?.payouts ?? []).reduce((sum, { credits }) => sum + credits, 0);
        expect(earned - paidOut).toBe(await world.vera.credits());
        expect(current?.worth).toMatchObject({ open: earned - paidOut, running: current?.earned });
        expect(current?.today.earned).toBe(
          current?.days.find(({ day }) => day === dayOf(test.clock.now()))?.earned ?? 0,
        );
        for (const chat of world.chats) if (chat) await tried(chat.leave());
      }),
      { numRuns: 15 },
    );
    expect(await findViolations(test.deps.db, [wrongPayouts])).toEqual([]);
  });
});
