import { between, sql } from 'drizzle-orm';
import { TIME_ZONE } from '#contract/day.ts';
import type { Deps } from '#server/ports/deps.ts';
import { countVisits, type Days } from '#server/tracking/reads.ts';
import { firstPurchases } from '#server/wallet/purchase/reads.ts';
import { members } from '../account/tables.ts';

/** What an affiliate brought on a day. */
export interface AffiliateDay {
  readonly day: string;
  /** Empty for visitors and members whom no affiliate brought. */
  readonly affiliate: string;
  /** Of visitors who allowed to be counted only. */
  readonly visits: number;
  readonly visitors: number;
  readonly signUps: number;
  readonly firstPurchases: number;
  readonly cents: number;
}

type Sums = Omit<AffiliateDay, 'day' | 'affiliate'>;

const nothing: Sums = { visits: 0, visitors: 0, signUps: 0, firstPurchases: 0, cents: 0 };

/** By day and affiliate, both in order; only where there is something. */
export async function reportAffiliates(deps: Pick<Deps, 'db'>, days: Days): Promise<AffiliateDay[]> {
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

/** Also of accounts that are deleted by now: their affiliate brought them. */
function countSignUps({ db }: Pick<Deps, 'db'>, { from, to }: Days) {
  const day = sql<string>`(${members.createdAt} AT TIME ZONE ${sql.raw(`'${TIME_ZONE}'`)})::date::text`;
  const affiliate = sql<string>`coalesce(${members.affiliate}, '')`;
  const signUps = sql<number>`count(*)`.mapWith(Number);
  return db
    .select({ day, affiliate, signUps })
    .from(members)
    .where(between(day, from, to))
    .groupBy(day, affiliate);
}

/** Affiliate's code by member. */
async function affiliatesOf(
  { db }: Pick<Deps, 'db'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const { id, affiliate } = members;
  const asked = sql`${id} = ANY(${sql.param([...ids])}::integer[])`;
  const rows = await db.select({ id, affiliate }).from(members).where(asked);
  return new Map(rows.map((row) => [row.id, row.affiliate]));
}
