import { addDays, dayOf, hourAt, startOfDay } from '#contract/day.ts';
import { isRoleAmong } from '#contract/desk/roles.ts';
import { type readToday as call, type HourPair, spendingKinds } from '#contract/desk/today-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { HOUR_MS, type Span } from '#server/db/expressions.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { spentHours } from '#server/ledger/spent-hours.ts';
import { countSignUpHours } from '#server/member/account/sign-ups.ts';
import { countLiveHours } from '#server/performers/live-hours/live-hours.ts';
import type { Deps } from '#server/ports/deps.ts';
import { countPurchaseHours } from '#server/wallet/purchase/payment-health.ts';
import { readRings } from '../rings/rings.ts';

/** Days between the two that are compared. */
const WEEK = 7;

export async function readToday(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
): Promise<OutputOf<typeof call>> {
  const { role } = requireOperator(caller);
  const now = deps.now();
  const today = dayOf(now);
  const lastWeek = addDays(today, -WEEK);
  const spans = [spanOf(lastWeek), spanOf(today)] as const;
  const pairOf = createPairs(today);
  const purchases = await countPurchaseHours(deps, spans);
  const spent = await spentHours(deps.db, spans, spendingKinds);
  const money = {
    purchases: pairOf(purchases),
    cents: pairOf(purchases.map(({ hour, cents }) => ({ hour, count: cents }))),
    spent: spendingKinds.map((kind) => {
      const own = spent.filter((row) => row.kind === kind);
      return { kind, hours: pairOf(own.map(({ hour, credits }) => ({ hour, count: credits }))) };
    }),
  };
  return {
    today,
    lastWeek,
    hour: hourAt(now),
    registrations: pairOf(await countSignUpHours(deps, spans)),
    live: pairOf(await countLiveHours(deps, spans)),
    minutes: pairOf(spent.filter(({ kind }) => kind === 'minute')),
    rings: isRoleAmong(role, ['support', 'finance']) ? await readRings(deps) : null,
    money: isRoleAmong(role, ['finance']) ? money : null,
  };
}

const spanOf = (day: string): Span => ({ from: startOfDay(day), to: startOfDay(addDays(day, 1)) });

/** Adds up counts by the hour on the clock, of today and of the other day. */
function createPairs(today: string) {
  return (rows: readonly { hour: number; count: number }[]): HourPair => {
    const pair = { today: Array<number>(24).fill(0), lastWeek: Array<number>(24).fill(0) };
    for (const { hour, count } of rows) {
      const at = new Date(hour * HOUR_MS);
      const hours = dayOf(at) === today ? pair.today : pair.lastWeek;
      const shown = hourAt(at);
      hours[shown] = (hours[shown] ?? 0) + count;
    }
    return pair;
  };
}
