import { and, asc, eq, exists, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ErrorLabel } from '#contract/errors.ts';
import { type LimitPeriod, limitAt, NEAR_PERCENT, periodStarts } from '#contract/wallet/limits-calls.ts';
import { statement } from '#server/db/statement.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { limitNearWork } from '../limits/limits.ts';
import { isCoolingOff, spentSince, toLimit } from '../limits/reads.ts';
import { debtOf } from '../returns/debts.ts';
import { spendingLimits } from '../tables.ts';

export interface WishedSpend {
  memberId: number;
  /** Amount in credits. */
  amount: number;
  at: Date;
}

/** A limit in force, in credits. */
interface ActiveLimit {
  memberId: number;
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

/** Queues warnings, once per member and period, for amounts that use most of a limit. */
export async function noteNearLimits(
  tx: Tx,
  spent: readonly { bounds: Bounds; wished: WishedSpend }[],
): Promise<void> {
  const near = spent.flatMap(({ bounds, wished: { amount, at } }) =>
    bounds.limits
      .map((limit) => ({ ...limit, spent: limit.spent + amount, at }))
      .filter((limit) => !limit.isTold && limit.spent * 100 >= limit.credits * NEAR_PERCENT),
  );
  if (near.length === 0) return;
  const column = (pick: (limit: (typeof near)[number]) => unknown) => sql.param(near.map(pick));
  await tx
    .update(spendingLimits)
    .set({ toldFor: sql`near.since` })
    .from(
      sql`unnest(${column(({ memberId }) => memberId)}::int[], ${column(({ period }) => period)}::text[],
        ${column(({ since }) => since.toISOString())}::timestamptz[]) as near (member, period, since)`,
    )
    .where(and(eq(spendingLimits.memberId, sql`near.member`), eq(spendingLimits.period, sql`near.period`)));
  await addWork(
    tx,
    limitNearWork,
    ...near.map(({ memberId: member, period, credits, spent, at }) => ({
      payload: { member, period, credits, spent },
      runAt: at,
    })),
  );
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

/** One statement if no member has a limit, which is the common case; else three, for any number of members. */
async function boundsOf(
  db: Reading,
  wished: readonly WishedSpend[],
  readLimits: (members: number[]) => PromiseLike<LimitRow[]>,
): Promise<Bounds[]> {
  const rows = await readStanding(db, {
    members: wished.map(({ memberId }) => memberId),
    times: wished.map(({ at }) => at.toISOString()),
  });
  if (rows.length !== wished.length)
    throw new Error(`Read bounds of ${rows.length} members for ${wished.length} spends`);
  const limited = wished.filter((_, place) => rows[place]?.limited);
  const limits = limited.length > 0 ? await activeLimits(db, limited, readLimits) : [];
  const limitsOf = Map.groupBy(limits, ({ memberId }) => memberId);
  return rows.map(({ owed, resting }, place) => ({
    owed,
    isResting: resting,
    limits: limitsOf.get(wished[place]?.memberId ?? 0) ?? [],
  }));
}

const limitRows = (db: Reading, members: number[]) =>
  db
    .select()
    .from(spendingLimits)
    .where(inArray(spendingLimits.memberId, members))
    .orderBy(asc(spendingLimits.memberId), asc(spendingLimits.period));

const readSpent = statement('spent-since', z.object({ spent: z.coerce.number() }), (db) =>
  db
    .select({ spent: spentSince(db, sql`wish.member`, sql`wish.since`).as('spent') })
    .from(
      sql`unnest(${sql.placeholder('members')}::int[], ${sql.placeholder('times')}::timestamptz[])
        with ordinality as wish (member, since, place)`,
    )
    .orderBy(sql`wish.place`),
);

/** Limits in force at the time of each spend, with what was spent before it. */
async function activeLimits(
  db: Reading,
  wished: readonly WishedSpend[],
  readLimits: (members: number[]) => PromiseLike<LimitRow[]>,
): Promise<ActiveLimit[]> {
  const rows = Map.groupBy(
    await readLimits(wished.map(({ memberId }) => memberId)),
    ({ memberId }) => memberId,
  );
  const limits = wished.flatMap(({ memberId, at }) => {
    const starts = periodStarts(at);
    return (rows.get(memberId) ?? []).flatMap((row) => {
      const { period, toldFor } = row;
      const credits = limitAt(toLimit(row), at);
      const since = starts[period];
      const isTold = toldFor?.getTime() === since.getTime();
      return credits === null ? [] : [{ memberId, period, credits, since, isTold }];
    });
  });
  if (limits.length === 0) return [];
  const spent = await readSpent(db, {
    members: limits.map(({ memberId }) => memberId),
    times: limits.map(({ since }) => since.toISOString()),
  });
  return limits.map((limit, place) => ({ ...limit, spent: spent[place]?.spent ?? 0 }));
}
