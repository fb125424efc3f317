import { and, count, desc, eq, exists, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { areFixed } from '#contract/chat/prices.ts';
import {
  type listChatReceipts as listChatReceiptsCall,
  RECEIPTS_PAGE,
  type Receipt,
  type ReceiptSums,
} from '#contract/chat/receipt-calls.ts';
import type { readChatReceipt as readChatReceiptCall } from '#contract/chat/session-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { transfers } from '#server/ledger/tables.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { ChatEnd, Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { sessionsOfStay } from '../session/continue-stay.ts';
import { agreedPrices } from '../session/reads.ts';
import { chatSessions } from '../session/tables.ts';
import { tips } from '../tipping/tables.ts';
import { toyTimesOf } from '../toys/reads.ts';
import { toyRuns } from '../toys/tables.ts';
import { keptRests } from '../units/run-unit.ts';
import { termsOf } from '../units/settle-unit.ts';
import { chatUnits } from '../units/tables.ts';
import { vipRequests } from '../vip/tables.ts';

/** The cost of a session, from the transfers of its units and tips, and the rests still usable. */
export async function readReceipt(deps: Deps, session: ChatSession): Promise<Receipt> {
  const { id, memberId, performerId, stay } = session;
  // Sessions that continue this one have their own receipts.
  const others = stay === null ? [] : await sessionsOfStay(deps.db, stay);
  const earlier = others.filter((other) => other.id !== id && other.joinedAt <= session.joinedAt);
  const [receipt, ...before] = await readReceipts(deps, [session, ...earlier]);
  if (!receipt) throw new Error(`No receipt for session ${id}`);
  if (memberId === null) return receipt;
  const rests = await keptRests(deps.db, { memberId, performerId }, termsOf(deps));
  return { ...receipt, ...(before.length > 0 && { stay: sumOf([receipt, ...before]) }), rests };
}

function sumOf(receipts: readonly Receipt[]): ReceiptSums {
  const sum = (part: keyof ReceiptSums): number =>
    receipts.reduce((total, receipt) => total + receipt[part], 0);
  return {
    minutes: sum('minutes'),
    deliveredMs: sum('deliveredMs'),
    paidMs: sum('paidMs'),
    charged: sum('charged'),
    returned: sum('returned'),
    tips: sum('tips'),
    total: sum('total'),
  };
}

/** The same for several sessions, in their order, with the same number of queries as for one. */
export async function readReceipts(
  deps: Pick<Deps, 'db'>,
  sessions: readonly ChatSession[],
): Promise<Receipt[]> {
  const names = await performersFor(deps, inHouse).names(sessions.map(({ performerId }) => performerId));
  // Guests pay nothing.
  const paying = sessions.filter(({ memberId }) => memberId !== null);
  const ids = paying.map(({ id }) => id);
  const sums = await readSums(deps, ids);
  const toys = await toyTimesOf(deps, ids);
  const shows = await readShowsOf(
    deps,
    paying.filter(({ type }) => type === 'vip').map(({ id }) => id),
  );
  return sessions.map((session) => {
    const { id, performerId, type } = session;
    const toy = toys.get(id);
    const performer = names.get(performerId) ?? '';
    const modes = [...(shows.get(id) ?? []), type];
    return { ...watchedIn(session), ...paidIn(sums, id), ...(toy ? { toy } : {}), modes, performer };
  });
}

type Watched = Omit<
  Receipt,
  'performer' | 'toy' | 'modes' | 'stay' | 'rests' | keyof ReturnType<typeof paidIn>
>;

function watchedIn(session: ChatSession): Watched {
  const { firstFrameAt, endedAt, lastSeenAt, deliveredMs, paidMs } = session;
  const prices = agreedPrices(session);
  const watched = firstFrameAt === null ? 0 : (endedAt ?? lastSeenAt).getTime() - firstFrameAt.getTime();
  return {
    session: session.id,
    startedAt: firstFrameAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    reason: session.endReason,
    minutes: session.minutes,
    deliveredMs,
    paidMs,
    stalledMs: Math.max(0, watched - deliveredMs),
    ...(!areFixed(prices) && { prices }),
  };
}

function paidIn(sums: Sums, id: string) {
  const [charged, returned, tipped] = [sums.charged, sums.returned, sums.tipped].map(
    (sum) => sum.get(id) ?? 0,
  ) as [number, number, number];
  return { charged, returned, tips: tipped, total: charged - returned + tipped };
}

/** The mode each of these sessions had before it became a show. */
async function readShowsOf(
  { db }: Pick<Deps, 'db'>,
  sessions: readonly string[],
): Promise<Map<string, Receipt['modes']>> {
  if (sessions.length === 0) return new Map();
  const shows = await db
    .select({ session: vipRequests.beganIn, cameFrom: vipRequests.cameFrom })
    .from(vipRequests)
    .where(
      and(inArray(vipRequests.beganIn, [...sessions]), inArray(vipRequests.state, ['accepted', 'stopped'])),
    );
  return new Map(shows.map(({ session, cameFrom }) => [session, [cameFrom]]));
}

const amount = sql<number>`sum(${transfers.amount})`.mapWith(Number);

/** Credits by session. */
type Sums = Record<'charged' | 'returned' | 'tipped', Map<string, number>>;

async function readSums({ db }: Pick<Deps, 'db'>, sessions: readonly string[]): Promise<Sums> {
  const ids = [...sessions];
  if (ids.length === 0) return { charged: new Map(), returned: new Map(), tipped: new Map() };
  const sumsBy = (table: PgTable, session: PgColumn, transfer: PgColumn) =>
    db
      .select({ session: sql<string>`${session}`, amount })
      .from(transfers)
      .innerJoin(table, eq(transfer, transfers.id))
      .where(inArray(session, ids))
      .groupBy(session);
  const charged = await sumsBy(chatUnits, chatUnits.boughtIn, chatUnits.transferId);
  const returned = await sumsBy(chatUnits, chatUnits.sessionId, chatUnits.returnTransferId);
  const unplayed = await sumsBy(toyRuns, toyRuns.sessionId, toyRuns.returnTransferId);
  const tipped = await sumsBy(tips, tips.sessionId, tips.transferId);
  return {
    charged: bySession(charged),
    returned: bySession([...returned, ...unplayed]),
    tipped: bySession(tipped),
  };
}

function bySession(rows: readonly { session: string; amount: number }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { session, amount } of rows) sums.set(session, (sums.get(session) ?? 0) + amount);
  return sums;
}

/** Leaves out chats without a first frame or a tip: pages that were left at once. */
export async function listChatReceipts(
  deps: Deps,
  caller: Caller,
  { page }: ParsedInput<typeof listChatReceiptsCall>,
): Promise<OutputOf<typeof listChatReceiptsCall>> {
  const { memberId } = requireMember(caller);
  const tipped = deps.db.select({ id: tips.id }).from(tips).where(eq(tips.sessionId, chatSessions.id));
  const shown = and(
    eq(chatSessions.memberId, memberId),
    eq(chatSessions.state, 'ended'),
    or(isNotNull(chatSessions.firstFrameAt), exists(tipped)),
  );
  const [total] = await deps.db.select({ count: count() }).from(chatSessions).where(shown);
  const sessions = await deps.db
    .select()
    .from(chatSessions)
    .where(shown)
    .orderBy(desc(chatSessions.joinedAt), desc(chatSessions.id))
    .limit(RECEIPTS_PAGE)
    .offset((page - 1) * RECEIPTS_PAGE);
  return { result: await readReceipts(deps, sessions), total: total?.count ?? 0 };
}

/** Throws `badRequest.notFound` for a session that is not the member's own. */
export async function readChatReceipt(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof readChatReceiptCall>,
): Promise<OutputOf<typeof readChatReceiptCall>> {
  const { memberId } = requireMember(caller);
  const [session] = await deps.db
    .select()
    .from(chatSessions)
    .where(and(eq(chatSessions.id, input.session), eq(chatSessions.memberId, memberId)));
  if (!session) throw new AppError('badRequest.notFound');
  return readReceipt(deps, session);
}

/** A viewer who left has already received the receipt as the result of that call. */
export async function tellReceipt(deps: Deps, { session: { id }, reason }: ChatEnd): Promise<void> {
  if (reason === 'left') return;
  const [session] = await deps.db.select().from(chatSessions).where(eq(chatSessions.id, id));
  if (!session) return;
  const receipt = await readReceipt(deps, session);
  deps.push.toChatSession(id, 'chat-ended', { session: id, reason, receipt });
}
