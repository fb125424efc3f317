import { performerNames } from '#server/performers/profile/reads.ts';
import type { Db } from '#server/ports/database.ts';

/** The rows with the performer's name instead of the number; null for one who was removed. */
export async function withPerformers<Row extends { performerId: number }>(
  db: Db,
  rows: readonly Row[],
): Promise<(Omit<Row, 'performerId'> & { performer: string | null })[]> {
  const names = await performerNames(
    { db },
    rows.map(({ performerId }) => performerId),
  );
  return rows.map(({ performerId, ...row }) => ({ performer: names.get(performerId) ?? null, ...row }));
}

/** What a member is called in rows that outlive the account. */
export const nobodyOf = (memberId: number): string => `#deleted-${memberId}`;
