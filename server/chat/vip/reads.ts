import { and, asc, count, desc, eq, gt, gte, inArray, max, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type ChatPrices, fixedPrices, unitCredits } from '#contract/chat/prices.ts';
import { paysFrom } from '#contract/chat/room/sanction-calls.ts';
import { LOBBY_LOST_MS, type VipRequest } from '#contract/chat/vip-calls.ts';
import type { studioShowsSchema, VipUnit } from '#contract/studio/vip-calls.ts';
import { paidSince } from '#server/ledger/earnings.ts';
import { accounts, currentBalance } from '#server/ledger/tables.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { agreedPrices, clockOf } from '../session/reads.ts';
import { chatSessions } from '../session/tables.ts';
import { chatUnits } from '../units/tables.ts';
import { chatLobby, type VipRow, vipRequests } from './tables.ts';

type Reader = Pick<Db, 'select'>;

export const leftOf = (row: VipRow, now: Date): number =>
  row.state === 'pending' ? Math.max(0, row.expiresAt.getTime() - now.getTime()) : 0;

/** ms the member may stay away; null while the member is present. */
export const awayOf = ({ awayUntil }: VipRow, now: Date): number | null =>
  awayUntil && Math.max(0, awayUntil.getTime() - now.getTime());

export const toRequest = (row: VipRow, now: Date): VipRequest => ({
  request: row.id,
  state: row.state,
  reason: row.reason,
  leftMs: leftOf(row, now),
});

/** The newest request of this chat, in any state. */
export async function newestRequest(db: Reader, sessionId: string): Promise<VipRow | undefined> {
  const [row] = await db
    .select()
    .from(vipRequests)
    .where(eq(vipRequests.sessionId, sessionId))
    .orderBy(desc(vipRequests.requestedAt))
    .limit(1);
  return row;
}

/** A request to this performer, in any state. */
export async function requestOf(
  db: Reader,
  { performerId, request }: { performerId: number; request: string },
): Promise<VipRow | undefined> {
  const [row] = await db
    .select()
    .from(vipRequests)
    .where(and(eq(vipRequests.id, request), eq(vipRequests.performerId, performerId)));
  return row;
}

export async function runningShow(db: Reader, performerId: number): Promise<VipRow | undefined> {
  const [row] = await db
    .select()
    .from(vipRequests)
    .where(and(eq(vipRequests.performerId, performerId), eq(vipRequests.state, 'accepted')));
  return row;
}

/** This member's running show with this performer. */
export async function ownShow(db: Reader, performerId: number, memberId: number | null) {
  const show = await runningShow(db, performerId);
  return show?.memberId === memberId ? show : undefined;
}

const pendingOf = (db: Reader, performerId: number): Promise<VipRow[]> =>
  db
    .select()
    .from(vipRequests)
    .where(and(eq(vipRequests.performerId, performerId), eq(vipRequests.state, 'pending')))
    .orderBy(asc(vipRequests.requestedAt));

/** Number of viewers waiting for this performer, seen within LOBBY_LOST_MS. */
export async function countWaiting(deps: Pick<Deps, 'db' | 'now'>, performerId: number): Promise<number> {
  const since = new Date(deps.now().getTime() - LOBBY_LOST_MS);
  const [row] = await deps.db
    .select({ waiting: count() })
    .from(chatLobby)
    .where(and(eq(chatLobby.performerId, performerId), gt(chatLobby.seenAt, since)));
  return row?.waiting ?? 0;
}

/** The prices of the chat in which a show was requested, or takes place. */
async function pricesOfShow(db: Reader, { sessionId }: VipRow): Promise<ChatPrices> {
  const [session] = await db.select().from(chatSessions).where(eq(chatSessions.id, sessionId));
  return session ? agreedPrices(session) : fixedPrices;
}

const vipUnitOf = (prices: ChatPrices): VipUnit => ({
  credits: unitCredits(prices, 'vip'),
  seconds: prices.unitSeconds,
});

/** A request as the performer sees it. */
export async function toStudio(deps: Pick<Deps, 'db' | 'now'>, row: VipRow) {
  const prices = await pricesOfShow(deps.db, row);
  const credits = await balanceOf(deps.db, { kind: 'member', owner: row.memberId });
  const request = toRequest(row, deps.now());
  return {
    ...request,
    reason: request.reason === 'limit' ? ('no_credits' as const) : request.reason,
    member: row.sender,
    paysFrom: paysFrom(credits, 'vip', prices),
    unit: vipUnitOf(prices),
    awayMs: awayOf(row, deps.now()),
  };
}

/** Running sessions of members in any room, with their credits and the request for a show that waits. */
export const payingViewers = (db: Reader, memberIds: readonly number[]) =>
  db
    .select({
      performerId: chatSessions.performerId,
      session: chatSessions.id,
      type: chatSessions.type,
      request: vipRequests.id,
      credits: currentBalance,
      chatPrice: chatSessions.chatPrice,
      vipPrice: chatSessions.vipPrice,
      unitSeconds: chatSessions.unitSeconds,
    })
    .from(chatSessions)
    .innerJoin(
      accounts,
      and(eq(accounts.kind, 'member'), eq(accounts.owner, sql`${chatSessions.memberId}::text`)),
    )
    .leftJoin(vipRequests, and(eq(vipRequests.sessionId, chatSessions.id), eq(vipRequests.state, 'pending')))
    .where(and(inArray(chatSessions.memberId, [...memberIds]), ne(chatSessions.state, 'ended')));

/** ms of paid media of a show, as its member's page counts them. */
export async function paidMsOf(db: Reader, { sessionId }: VipRow): Promise<number> {
  const [session] = await db.select().from(chatSessions).where(eq(chatSessions.id, sessionId));
  return session ? clockOf(session) : 0;
}

/** Credits from the show's member since it began: its units, tips and toy. */
async function earnedIn(db: Reader, { memberId, performerId }: VipRow, from: Date): Promise<number> {
  const { mode, boughtAt, price, returned } = chatUnits;
  const [units] = await db
    .select({ earned: sql<number>`coalesce(sum(${price} - ${returned}), 0)`.mapWith(Number) })
    .from(chatUnits)
    .where(
      and(
        eq(chatUnits.memberId, memberId),
        eq(chatUnits.performerId, performerId),
        eq(mode, 'vip'),
        gte(boughtAt, from),
      ),
    );
  const paid = await paidSince(db, { memberId, performerId, from, kinds: ['tip', 'toy-return'] });
  return (units?.earned ?? 0) + paid;
}

/** The performer's requests, running show and number of waiting viewers. */
export async function readShows(
  deps: Pick<Deps, 'db' | 'now'>,
  performerId: number,
): Promise<z.infer<typeof studioShowsSchema>> {
  const show = await runningShow(deps.db, performerId);
  const startedAt = show && (show.answeredAt ?? show.requestedAt);
  const pending = await pendingOf(deps.db, performerId);
  return {
    requests: await Promise.all(pending.map((row) => toStudio(deps, row))),
    show: startedAt
      ? {
          request: show.id,
          member: show.sender,
          startedAt: startedAt.toISOString(),
          unit: vipUnitOf(await pricesOfShow(deps.db, show)),
          earned: await earnedIn(deps.db, show, startedAt),
          awayMs: awayOf(show, deps.now()),
        }
      : null,
    waiting: await countWaiting(deps, performerId),
  };
}

/** Whether anybody pays a performer for time, has asked for a show, or could still use a rest that is paid. */
interface Paying {
  isPaid: boolean;
  /** Until when the last of such rests is kept; null without any. */
  restsUntil: Date | null;
}

export async function whoPays(db: Reader, performerId: number, now: Date): Promise<Paying> {
  const [session] = await db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(
      and(
        eq(chatSessions.performerId, performerId),
        ne(chatSessions.state, 'ended'),
        ne(chatSessions.type, 'free'),
      ),
    )
    .limit(1);
  const [show] = await db
    .select({ id: vipRequests.id })
    .from(vipRequests)
    .where(and(eq(vipRequests.performerId, performerId), inArray(vipRequests.state, ['pending', 'accepted'])))
    .limit(1);
  const [rests] = await db
    .select({ until: max(chatUnits.keptUntil) })
    .from(chatUnits)
    .where(
      and(eq(chatUnits.performerId, performerId), eq(chatUnits.state, 'away'), gt(chatUnits.keptUntil, now)),
    );
  return { isPaid: session !== undefined || show !== undefined, restsUntil: rests?.until ?? null };
}
