import { desc, gte, lt } from 'drizzle-orm';
import { dayOf } from '#contract/day.ts';
import type { Deps } from '#server/ports/deps.ts';
import { promotionDays } from './tables.ts';

type PromotionDay = typeof promotionDays.$inferSelect;

/** Files have no order of their own. */
const sorted = ({ brand }: Pick<Deps, 'brand'>) =>
  [...brand.edited.promotions].sort((one, other) => (one.name < other.name ? -1 : 1));

/** Keeps the promotions of the running product, once they differ from those kept last. */
export async function keepPromotions(deps: Pick<Deps, 'brand' | 'db' | 'now'>): Promise<void> {
  const promotions = sorted(deps);
  const day = dayOf(deps.now());
  await deps.db.transaction(async (tx) => {
    const [last] = await tx.select().from(promotionDays).orderBy(desc(promotionDays.day)).limit(1);
    // As the database returns them: without fields that are undefined.
    if (last && textOf(last.promotions) === textOf(promotions)) return;
    await tx
      .insert(promotionDays)
      .values({ day, promotions })
      .onConflictDoUpdate({ target: promotionDays.day, set: { promotions } });
  });
}

/** The days since one on which promotions changed, oldest first, after what was kept before. */
export async function promotionDaysSince(
  { db }: Pick<Deps, 'db'>,
  since: string,
): Promise<{ before: PromotionDay | undefined; days: PromotionDay[] }> {
  const [before] = await db
    .select()
    .from(promotionDays)
    .where(lt(promotionDays.day, since))
    .orderBy(desc(promotionDays.day))
    .limit(1);
  const days = await db
    .select()
    .from(promotionDays)
    .where(gte(promotionDays.day, since))
    .orderBy(promotionDays.day);
  return { before, days };
}

/** With sorted keys: `jsonb` keeps no order. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([left], [right]) => (left < right ? -1 : 1)))
      : one,
  );
