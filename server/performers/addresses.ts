import { asc, count, isNull, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { listAddresses } from '#contract/performers/calls.ts';
import type { Deps } from '#server/deps.ts';
import { performers } from './tables.ts';

/** A profile says when its performer was last on, so that is when the page changed last. */
const changed = sql<string>`coalesce(${performers.lastCamSession}, ${performers.createdAt})`.mapWith(
  (value) => new Date(value).toISOString(),
);

export async function readAddresses(
  { db }: Pick<Deps, 'db'>,
  { skip, limit }: ParsedInput<typeof listAddresses>,
): Promise<OutputOf<typeof listAddresses>> {
  const present = isNull(performers.removedAt);
  const [counted] = await db.select({ total: count() }).from(performers).where(present);
  const result = await db
    .select({ username: performers.username, changed })
    .from(performers)
    .where(present)
    .orderBy(asc(performers.id))
    .limit(limit)
    .offset(skip);
  return { result, total: counted?.total ?? 0 };
}
