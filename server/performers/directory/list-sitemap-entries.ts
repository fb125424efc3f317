import { and, asc, count, gt, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { listSitemapEntries as call } from '#contract/performers/directory/sitemap-calls.ts';
import { languagesWritten } from '#contract/performers/profile/profile-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { areShownTo } from '../performers-for.ts';
import { performers } from '../tables.ts';

/** A profile shows the time of the last session, so it changes with it. */
const changed = sql<string>`coalesce(${performers.lastCamSession}, ${performers.createdAt})`.mapWith(
  (value) => new Date(value).toISOString(),
);

/** Languages in which something is written. */
const written = sql<
  string[]
>`array(select key from jsonb_each(${performers.texts}) where value <> '{}'::jsonb)`;

/**
 * Those whom a visitor there may know of: the others' pages do not exist for a crawler either. Paged by the last id, so
 * that late pages cost no more than the first one.
 */
export async function listSitemapEntries(
  { db }: Deps,
  caller: Caller,
  { after, skip, limit }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const present = areShownTo(visitorOf(caller));
  const rows = await db
    .select({ id: performers.id, username: performers.username, changed, written })
    .from(performers)
    .where(after === undefined ? present : and(present, gt(performers.id, after)))
    .orderBy(asc(performers.id))
    .limit(limit)
    .offset(after === undefined ? skip : 0);
  const result = rows.map(({ written: keys, ...row }) => ({
    ...row,
    languages: [...languagesWritten(keys)],
  }));
  if (after !== undefined) return { result };
  const [counted] = await db.select({ total: count() }).from(performers).where(present);
  return { result, total: counted?.total ?? 0 };
}
