import { count, sql } from 'drizzle-orm';
import { castOf, type SeedPerformer } from '#demo/cast.ts';
import { portraitSvg } from '#demo/portraits.ts';
import type { ImageRef } from '#server/media/images/image-url.ts';
import { sharePortrait, storePortrait, versionOf } from '#server/media/images/store.ts';
import { performers } from '#server/performers/tables.ts';
import { CleanBytes } from '#server/ports/clean-file.ts';
import type { Deps } from '#server/ports/deps.ts';
import { toRow } from './seed-performers.ts';

const BATCH = 1000;
/** Number drawn per gender; the rest of the crowd shares them. */
const PORTRAITS = 60;

type SeedDeps = Pick<Deps, 'config' | 'db' | 'now'>;

/** Contains its reference in the store after the first use. */
interface Portrait {
  svg: string;
  version: string;
  kept?: Promise<ImageRef>;
}

/** Adds performers until there are `wanted`; existing ones stay. Returns the number added. */
export async function seedCrowd(
  deps: SeedDeps,
  wanted: number,
  tell: (total: number) => void = () => {},
): Promise<number> {
  const [existing] = await deps.db.select({ total: count() }).from(performers);
  const before = existing?.total ?? 0;
  const portraitOf = drawnOnce();
  // The generated order is fixed, so the existing performers come first.
  const people = castOf({ now: deps.now() });
  for (let skipped = 0; skipped < before; skipped += 1) people.next();
  let total = before;
  while (total < wanted) {
    const batch = Array.from({ length: Math.min(BATCH, wanted - total) }, () => people.next().value);
    total += await addBatch(deps, batch, portraitOf);
    tell(total);
  }
  // Otherwise the planner has no statistics of the new rows; an embedded database never collects them.
  if (total > before) await deps.db.execute(sql`analyze performer`);
  return total - before;
}

/** Draws the first PORTRAITS portraits of each gender and reuses them. */
function drawnOnce(): (performer: SeedPerformer) => Portrait {
  const drawn = new Map<string, Portrait[]>();
  let turn = 0;
  return (performer) => {
    const same = drawn.get(performer.gender) ?? [];
    drawn.set(performer.gender, same);
    turn += 1;
    const shared = same.length < PORTRAITS ? undefined : same[turn % PORTRAITS];
    if (shared) return shared;
    const svg = portraitSvg(performer);
    const portrait = { svg, version: versionOf(svg) };
    same.push(portrait);
    return portrait;
  };
}

async function addBatch(
  { db, config }: SeedDeps,
  batch: readonly SeedPerformer[],
  portraitOf: (performer: SeedPerformer) => Portrait,
): Promise<number> {
  const portraits = new Map(batch.map((performer) => [performer.username, portraitOf(performer)]));
  const rows = await db
    .insert(performers)
    .values(
      batch.map((performer) => toRow(performer, portraits.get(performer.username)?.version ?? '', null)),
    )
    .onConflictDoNothing()
    .returning({ id: performers.id, username: performers.username });
  await Promise.all(
    rows.map(async ({ id, username }) => {
      const portrait = portraits.get(username);
      if (!portrait) return;
      if (portrait.kept) return sharePortrait(config.dataDir, id, await portrait.kept);
      portrait.kept = storePortrait(config.dataDir, id, new CleanBytes(portrait.svg));
      await portrait.kept;
    }),
  );
  return rows.length;
}
