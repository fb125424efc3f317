import { between, sql } from 'drizzle-orm';
import { localDay } from '#server/db/expressions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { countVisits, type Days } from '#server/tracking/reads.ts';
import { firstPurchases } from '#server/wallet/purchase/reads.ts';
import { members } from './tables.ts';

/** Results of an affiliate on one day. */
export interface AffiliateDay {
  readonly day: string;
  /** Empty for visitors and members without an affiliate. */
  readonly affiliate: string;
  /** Counts only visitors who consented to measuring. */
  readonly visits: number;
  readonly visitors: number;
  readonly signUps: number;
  readonly firstPurchases: number;
  readonly cents: number;
}

type Sums = Omit<AffiliateDay, 'day' | 'affiliate'>;

const nothing: Sums = { visits: 0, visitors: 0, signUps: 0, firstPurchases: 0, cents: 0 };

/** Sorted by day and affiliate; rows without any result are omitted. */
export async function readAffiliateOverview(deps: Pick<Deps, 'db'>, days: Days): Promise<AffiliateDay[]> {
  const found = new Map<string, AffiliateDay>();
  const add = (day: string, affiliate: string, more: Partial<Sums>) => {
    const before = found.get(`${day} ${affiliate}`) ?? { day, affiliate, ...nothing };
    const sums = Object.entries(more).map(([name, value]) => [name, before[name as keyof Sums] + value]);
    found.set(`${day} ${affiliate}`, { ...before, ...Object.fromEntries(sums) });
  };
  for (const { day, affiliate, ...sums } of await countVisits(deps, days)) add(day, affiliate, sums);
  for (const { day, affiliate, signUps } of await countSignUps(deps, days)) add(day, affiliate, { signUps });
  const bought = await firstPurchases(deps, days);
  const broughtBy = await affiliatesOf(
    deps,
    bought.map(({ memberId }) => memberId),
  );
  for (const { memberId, day, cents } of bought)
    add(day, broughtBy.get(memberId) ?? '', { firstPurchases: 1, cents });
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** Includes deleted accounts. */
function countSignUps({ db }: Pick<Deps, 'db'>, { from, to }: Days) {
  const day = localDay(members.createdAt);
  const affiliate = sql<string>`coalesce(${members.affiliate}, '')`;
  const signUps = sql<number>`count(*)`.mapWith(Number);
  return db
    .select({ day, affiliate, signUps })
    .from(members)
    .where(between(day, from, to))
    .groupBy(day, affiliate);
}

/** Affiliate code by member id. */
async function affiliatesOf(
  { db }: Pick<Deps, 'db'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const { id, affiliate } = members;
  const condition = sql`${id} = ANY(${sql.param([...ids])}::integer[])`;
  const rows = await db.select({ id, affiliate }).from(members).where(condition);
  return new Map(rows.map((row) => [row.id, row.affiliate]));
}
