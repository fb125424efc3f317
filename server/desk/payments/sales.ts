import { dayOf, monthSpan, monthsUpTo } from '#contract/day.ts';
import {
  type listRevenue as listRevenueCall,
  type listSpenders as listSpendersCall,
  SHARES_MAX,
  SPENDERS_MAX,
  signsOf,
} from '#contract/desk/money/sale-calls.ts';
import { spanOf } from '#contract/desk/reports/law.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { sharesOf, spentBy, topSpenders } from '#server/ledger/top-spenders.ts';
import { membersById } from '#server/member/account/find-member.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { limitsRaised, purchasesWithinHour, revenueByMonth } from '#server/wallet/books/revenue.ts';

/** Money that went back is taken off in the month in which it did. */
export async function listRevenue(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { year = dayOf(deps.now()).slice(0, 4) }: ParsedInput<typeof listRevenueCall>,
): Promise<OutputOf<typeof listRevenueCall>> {
  requireOperator(caller);
  const found = await revenueByMonth(deps.db, spanOf(year));
  const running = dayOf(deps.now()).slice(0, 7);
  return {
    year,
    result: monthsUpTo(`${year}-12`, 12)
      .filter((month) => month <= running)
      .map((month) => {
        const one = found.get(month) ?? { purchases: 0, paid: 0, refunded: 0, chargedBack: 0, wonBack: 0 };
        return { month, ...one, net: one.paid - one.refunded - one.chargedBack + one.wonBack };
      }),
  };
}

/** The hour until which a night lasts. */
const NIGHT_END = 5;
const MONTHS_BEFORE = 3;

/** The same seven statements, however many members there are. */
export async function listSpenders(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { month }: ParsedInput<typeof listSpendersCall>,
): Promise<OutputOf<typeof listSpendersCall>> {
  requireOperator(caller);
  const span = monthSpan(month);
  const top = await topSpenders(db, span, SPENDERS_MAX);
  const memberIds = top.map(({ memberId }) => memberId);
  const spenders = { memberIds, nightEnd: NIGHT_END };
  const [first = month] = monthsUpTo(month, MONTHS_BEFORE + 1);
  const [now, before] = [
    await spentBy(db, span, spenders),
    await spentBy(db, { from: monthSpan(first).from, to: span.from }, spenders),
  ];
  const purchases = await purchasesWithinHour(db, span, memberIds);
  const raised = await limitsRaised(db, span, memberIds);
  const shares = Map.groupBy(await sharesOf(db, span, memberIds), ({ memberId }) => memberId);
  const names = await performersFor({ db }, inHouse).names(
    [...shares.values()].flatMap((all) => all.slice(0, SHARES_MAX).map(({ performerId }) => performerId)),
  );
  const members = await membersById(db, memberIds);
  return {
    result: top.map(({ memberId, credits }) => {
      const spending = {
        credits,
        before: Math.round((before.get(memberId)?.credits ?? 0) / MONTHS_BEFORE),
        nights: now.get(memberId)?.nights ?? 0,
        purchases: purchases.get(memberId) ?? 0,
        raisedAt: raised.get(memberId) ?? null,
      };
      return {
        memberId,
        username: members.get(memberId)?.username ?? '',
        ...spending,
        performers: (shares.get(memberId) ?? []).slice(0, SHARES_MAX).map((share) => ({
          performer: share.performerId,
          username: names.get(share.performerId) ?? '',
          credits: share.credits,
        })),
        raisedAt: spending.raisedAt?.toISOString() ?? null,
        signs: signsOf(spending),
      };
    }),
  };
}
