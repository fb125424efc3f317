import { and, asc, eq, exists, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ErrorLabel } from '#contract/errors.ts';
import { type LimitPeriod, limitAt, NEAR_PERCENT, periodStarts } from '#contract/wallet/limits.ts';
import { statement } from '#server/db/statement.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { limitNearWork } from '../limits/limit-near.ts';
import { isCoolingOff, spentSince, toLimit } from '../limits/reads.ts';
import { spendingLimits } from '../limits/tables.ts';
import { debtOf } from '../returns/reads.ts';

export interface WishedSpend {
  memberId: number;
  /** Amount in credits. */
  amount: number;
  at: Date;
}

/** A limit in force, in credits. */
interface ActiveLimit {
  period: LimitPeriod;
  credits: number;
  /** Credits spent in this period so far. */
  spent: number;
  /** Start of the period. */
  since: Date;
  /** Whether the member was already warned in this period. */
  isTold: boolean;
}

/** What a spend is checked against, apart from the balance. */
export interface Bounds {
  /** Debt in credits. */
  owed: number;
  /** Whether a cool-off is running. */
  isResting: boolean;
  limits: readonly ActiveLimit[];
}

/** Current bounds, in the order of `wished`. */
export const readBounds = (db: Reading, wished: readonly WishedSpend[]): Promise<Bounds[]> =>
  boundsOf(db, wished, (members) => limitRows(db, members));

/**
 * The same for spending: limits are locked until the transaction ends, so that two simultaneous spends cannot both fit.
 */
export const holdBounds = (tx: Tx, wished: readonly WishedSpend[]): Promise<Bounds[]> =>
  boundsOf(tx, wished, (members) => limitRows(tx, members).for('update'));

/** The refusal of this amount; null if it fits. */
export function refusalOf({ owed, isResting, limits }: Bounds, amount: number): ErrorLabel | null {
  if (owed > 0) return 'badRequest.debt.open';
  if (isResting) return 'badRequest.limit.coolOff';
  return limits.some(({ spent, credits }) => spent + amount > credits) ? 'badRequest.limit.reached' : null;
}

/** Queues a warning, once per period, if this amount uses most of a limit. */
export async function noteNearLimits(tx: Tx, { limits }: Bounds, wished: WishedSpend): Promise<void> {
  const { memberId, amount, at } = wished;
  for (const { period, credits, since, isTold, ...limit } of limits) {
    const spent = limit.spent + amount;
    if (isTold || spent * 100 < credits * NEAR_PERCENT) continue;
    await tx
      .update(spendingLimits)
      .set({ toldFor: since })
      .where(and(eq(spendingLimits.memberId, memberId), eq(spendingLimits.period, period)));
    await addWork(tx, limitNearWork, { payload: { member: memberId, period, credits, spent }, runAt: at });
  }
}

type Reading = Pick<Db, 'select' | '_'>;
type LimitRow = typeof spendingLimits.$inferSelect;

const readStanding = statement(
  'spending-bounds',
  z.object({ owed: z.coerce.number(), resting: z.boolean(), limited: z.boolean() }),
  (db) => {
    const member = sql`wish.member`;
    const limits = db.select({ one: sql`1` }).from(spendingLimits).where(eq(spendingLimits.memberId, member));
    const [members, times] = [sql.placeholder('members'), sql.placeholder('times')];
    return db
      .select({
        owed: sql`(${debtOf(db, member)})`.as('owed'),
        resting: sql`${exists(isCoolingOff(db, member, sql`wish.at`))}`.as('resting'),
        limited: sql`${exists(limits)}`.as('limited'),
      })
      .from(
        sql`unnest(${members}::int[], ${times}::timestamptz[]) with ordinality as wish (member, at, place)`,
      )
      .orderBy(sql`wish.place`);
  },
);

/** A single statement if no member has a limit, which is the common case. */
async function boundsOf(
  db: Reading,
  wished: readonly WishedSpend[],
  readLimits: (members: number[]) => PromiseLike<LimitRow[]>,
): Promise<Bounds[]> {
  const rows = await readStanding(db, {
    members: wished.map(({ memberId }) => memberId),
    times: wished.map(({ at }) => at.toISOString()),
  });
  const limited = wished.filter((_, place) => rows[place]?.limited).map(({ memberId }) => memberId);
  const limitsOf = Map.groupBy(
    limited.length > 0 ? await readLimits(limited) : [],
    ({ memberId }) => memberId,
  );
  const bounds: Bounds[] = [];
  for (const [place, { owed, resting }] of rows.entries()) {
    const wish = wished[place];
    if (wish)
      bounds.push({
        owed,
        isResting: resting,
        limits: await activeLimits(db, wish, limitsOf.get(wish.memberId) ?? []),
      });
  }
  if (bounds.length !== wished.length)
    throw new Error(`Read bounds of ${bounds.length} members for ${wished.length} spends`);
  return bounds;
}

const limitRows = (db: Reading, members: number[]) =>
  db
    .select()
    .from(spendingLimits)
    .where(inArray(spendingLimits.memberId, members))
    .orderBy(asc(spendingLimits.memberId), asc(spendingLimits.period));

async function activeLimits(
  db: Reading,
  { memberId, at }: WishedSpend,
  rows: readonly LimitRow[],
): Promise<ActiveLimit[]> {
  if (rows.length === 0) return [];
  const starts = periodStarts(at);
  const limits: ActiveLimit[] = [];
  for (const row of rows) {
    const { period, toldFor } = row;
    const credits = limitAt(toLimit(row), at);
    if (credits === null) continue;
    const since = starts[period];
    const isTold = toldFor?.getTime() === since.getTime();
    limits.push({ period, credits, since, isTold, spent: await readSpent(db, memberId, since) });
  }
  return limits;
}

async function readSpent(db: Reading, memberId: number, since: Date): Promise<number> {
  const [row] = await db.select({ spent: spentSince(db, memberId, since) }).from(sql`(values (1)) as one`);
  return row?.spent ?? 0;
}
