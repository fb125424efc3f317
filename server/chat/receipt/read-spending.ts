import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  type readSpending as call,
  type SpendingKind,
  type SpendingPeriod,
  spendingKinds,
} from '#contract/chat/spending-calls.ts';
import { addDays, dayOf, startOfDay } from '#contract/day.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { spentOnMessages } from '#server/messaging/returns/return-unanswered.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { tips } from '../tipping/tables.ts';
import { toyRuns } from '../toys/tables.ts';
import { chatUnits } from '../units/tables.ts';

type Sums = Record<SpendingKind | 'total', number>;
const nothing: Sums = { chat: 0, vip: 0, tips: 0, toys: 0, messages: 0, total: 0 };

interface Spent {
  performerId: number;
  kind: SpendingKind;
  credits: number;
}

export async function readSpending(
  deps: Deps,
  caller: Caller,
  { period }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { memberId } = requireMember(caller);
  const span = spanOf(period, deps.now());
  const spent = [
    ...(await minutesOf(deps, memberId, span)),
    ...(await tipsOf(deps, memberId, span)),
    ...(await messagesOf(deps, memberId, span)),
  ];
  const byPerformer = new Map<number, Sums>();
  for (const { performerId, kind, credits } of spent) {
    const sums = byPerformer.get(performerId) ?? nothing;
    byPerformer.set(performerId, { ...sums, [kind]: sums[kind] + credits, total: sums.total + credits });
  }
  const names = await performersFor(deps, inHouse).names([...byPerformer.keys()]);
  const performers = [...byPerformer]
    .filter(([, { total }]) => total > 0)
    .map(([id, sums]) => ({ performer: names.get(id) ?? '', ...sums }))
    .sort((one, other) => other.total - one.total || one.performer.localeCompare(other.performer));
  const all = { ...nothing };
  for (const one of performers) for (const key of [...spendingKinds, 'total'] as const) all[key] += one[key];
  return { performers, all };
}

interface Span {
  from: Date | null;
  to: Date | null;
}

/** In the operator's time zone. */
function spanOf(period: SpendingPeriod, now: Date): Span {
  const day = dayOf(now);
  const month = `${day.slice(0, 8)}01`;
  const before = `${addDays(month, -1).slice(0, 8)}01`;
  switch (period) {
    case 'month':
      return { from: startOfDay(month), to: null };
    case 'last-month':
      return { from: startOfDay(before), to: startOfDay(month) };
    case 'year':
      return { from: startOfDay(`${day.slice(0, 4)}-01-01`), to: null };
    case 'all':
      return { from: null, to: null };
  }
}

const within = (column: AnyPgColumn, { from, to }: Span): SQL | undefined =>
  and(from ? gte(column, from) : undefined, to ? lt(column, to) : undefined);

/** Net of what was given back. */
function minutesOf({ db }: Deps, memberId: number, span: Span): Promise<Spent[]> {
  return db
    .select({
      performerId: chatUnits.performerId,
      kind: chatUnits.mode,
      credits: sql<number>`sum(${chatUnits.price} - ${chatUnits.returned})`.mapWith(Number),
    })
    .from(chatUnits)
    .where(and(eq(chatUnits.memberId, memberId), within(chatUnits.boughtAt, span)))
    .groupBy(chatUnits.performerId, chatUnits.mode);
}

async function messagesOf({ db }: Deps, memberId: number, span: Span): Promise<Spent[]> {
  const paid = await spentOnMessages(db, memberId, span);
  return paid.map((row) => ({ ...row, kind: 'messages' }));
}

/** A tip that moved a toy counts as a toy, net of what was not played. */
function tipsOf({ db }: Deps, memberId: number, span: Span): Promise<Spent[]> {
  const kind = sql<'tips' | 'toys'>`case when ${toyRuns.id} is null then 'tips' else 'toys' end`;
  return db
    .select({
      performerId: tips.performerId,
      kind,
      credits: sql<number>`sum(${tips.amount} - coalesce(${toyRuns.returned}, 0))`.mapWith(Number),
    })
    .from(tips)
    .leftJoin(toyRuns, eq(toyRuns.transferId, tips.transferId))
    .where(and(eq(tips.memberId, memberId), within(tips.createdAt, span)))
    .groupBy(tips.performerId, kind);
}
