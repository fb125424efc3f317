import { notInArray, sql } from 'drizzle-orm';
import type { Deps } from '#server/ports/deps.ts';
import { bundles } from '../tables.ts';

/** A bundle the operator removed becomes inactive and stays, because purchases refer to it. */
export async function seedBundles({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const rows = config.bundles.map((bundle, position) => ({ ...bundle, position, active: true }));
  const { cents, credits, position, active } = bundles;
  await db.transaction(async (tx) => {
    await tx
      .insert(bundles)
      .values(rows)
      .onConflictDoUpdate({
        target: bundles.id,
        set: Object.fromEntries(
          Object.entries({ cents, credits, position, active }).map(([key, { name }]) => [
            key,
            sql.raw(`excluded.${name}`),
          ]),
        ),
      });
    await tx
      .update(bundles)
      .set({ active: false })
      .where(
        notInArray(
          bundles.id,
          rows.map(({ id }) => id),
        ),
      );
  });
}
