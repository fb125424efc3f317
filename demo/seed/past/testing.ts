import { asc } from 'drizzle-orm';
import { expect } from 'vitest';
import { transfers } from '#server/ledger/tables.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Checks that the books are in the order in which it happened. Returns the time of the first transfer. */
export async function expectInOrder({ db }: Pick<Deps, 'db'>): Promise<Date | undefined> {
  const entries = await db.select({ at: transfers.createdAt }).from(transfers).orderBy(asc(transfers.id));
  const times = entries.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  return entries[0]?.at;
}
