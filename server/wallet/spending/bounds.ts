import { and, asc, eq, exists, inArray, sql } from 'drizzle-orm';
import type { ErrorLabel } from '#contract/errors.ts';
import { type LimitPeriod, limitAt, NEAR_PERCENT, periodStarts } from '#contract/wallet/limits.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { limitNearWork } from '../limits/limit-near.ts';
import { isCoolingOff, spentSince, toLimit } from '../limits/reads.ts';
import { spendingLimits } from '../limits/tables.ts';
import { debtOf } from '../returns/reads.ts';

export interface WishedSpend {
  memberId: number;
  /** Credits. */
  amount: number;
  at: Date;
}

/** A limit that holds. Credits. */
interface HeldLimit {
  period: LimitPeriod;
  credits: number;
  /** In this period until now. */
  spent: number;
  /** When the period began. */
  since: Date;
  /** Whether the member was told in this period that most of it is used. */
  isTold: boolean;
}

/** What a member's spend has to fit in, beside the balance. */
export interface Bounds {
  /** Credits. */
  owed: number;
  /** Whether the member has shut the wallet. */
  isResting: boolean;
  limits: readonly HeldLimit[];
}

/** The bounds as they are, in the order of the wishes. */
export const readBounds = (db: Pick<Db, 'select'>, wished: readonly WishedSpend[]): Promise<Bounds[]> =>
  boundsOf(db, wished, (members) => limitRows(db, members));

/** The same for spending: limits are held until the transaction ends, so that two at once cannot both fit. */
export const holdBounds = (tx: Tx, wished: readonly WishedSpend[]): Promise<Bounds[]> =>
  boundsOf(tx, wished, (members) => limitRows(tx, members).for('update'));

/** Why this much may not be spent; null when it fits. */
export function refusalOf({ owed, isResting, limits }: Bounds, amount: number): ErrorLabel | null {
  if (owed > 0) return 'badRequest.debt.open';
  if (isResting) return 'badRequest.limit.coolOff';
  return limits.some(({ spent, credits }) => spent + amount > credits) ? 'badRequest.limit.reached' : null;
}

/** Leaves word, once a period, when this much uses most of a limit. */
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

type LimitRow = typeof spendingLimits.$inferSelect;

/** One statement where nobody has a limit, as is mostly so. */
async function boundsOf(
  db: Pick<Db, 'select'>,
  wished: readonly WishedSpend[],
  readLimits: (members: number[]) => PromiseLike<LimitRow[]>,
): Promise<Bounds[]> {
  const members = sql.param(wished.map(({ memberId }) => memberId));
  const times = sql.param(wished.map(({ at }) => at.toISOString()));
  const member = sql`wish.member`;
  const limits = db.select({ one: sql`1` }).from(spendingLimits).where(eq(spendingLimits.memberId, member));
  const rows = await db
    .select({
      owed: sql<number>`(${debtOf(db, member)})`.mapWith(Number),
      isResting: sql<boolean>`${exists(isCoolingOff(db, member, sql`wish.at`))}`,
      hasLimits: sql<boolean>`${exists(limits)}`,
    })
    .from(sql`unnest(${members}::int[], ${times}::timestamptz[]) with ordinality as wish (member, at, place)`)
    .orderBy(sql`wish.place`);
  const limited = wished.filter((_, place) => rows[place]?.hasLimits).map(({ memberId }) => memberId);
  const limitsOf = Map.groupBy(
    limited.length > 0 ? await readLimits(limited) : [],
    ({ memberId }) => memberId,
  );
  const bounds: Bounds[] = [];
  for (const [place, { owed, isResting }] of rows.entries()) {
    const wish = wished[place];
    if (wish)
      bounds.push({ owed, isResting, limits: await heldLimits(db, wish, limitsOf.get(wish.memberId) ?? []) });
  }
  if (bounds.length !== wished.length) throw new Error('the database left somebody out');
  return bounds;
}

const limitRows = (db: Pick<Db, 'select'>, members: number[]) =>
  db
    .select()
    .from(spendingLimits)
    .where(inArray(spendingLimits.memberId, members))
    .orderBy(asc(spendingLimits.memberId), asc(spendingLimits.period));

async function heldLimits(
  db: Pick<Db, 'select'>,
  { memberId, at }: WishedSpend,
  rows: readonly LimitRow[],
): Promise<HeldLimit[]> {
  const starts = periodStarts(at);
  const held: HeldLimit[] = [];
  for (const row of rows) {
    const { period, toldFor } = row;
    const credits = limitAt(toLimit(row), at);
    if (credits === null) continue;
    const since = starts[period];
    const isTold = toldFor?.getTime() === since.getTime();
    held.push({ period, credits, since, isTold, spent: await readSpent(db, memberId, since) });
  }
  return held;
}

async function readSpent(db: Pick<Db, 'select'>, memberId: number, since: Date): Promise<number> {
  const [row] = await db.select({ spent: spentSince(db, memberId, since) }).from(sql`(values (1)) as one`);
  return row?.spent ?? 0;
}
