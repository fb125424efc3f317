import { asc, count, eq } from 'drizzle-orm';
import type { Passkey } from '#contract/member/passkey-calls.ts';
import type { Db } from '#server/ports/database.ts';
import { passkeys } from './tables.ts';

/** Oldest first. */
export const passkeysOf = (db: Pick<Db, 'select'>, memberId: number) =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));

export async function countPasskeys(db: Pick<Db, 'select'>, memberId: number): Promise<number> {
  const [row] = await db.select({ total: count() }).from(passkeys).where(eq(passkeys.memberId, memberId));
  return row?.total ?? 0;
}

/** The part shown to its member. */
export const shownPasskey = (row: typeof passkeys.$inferSelect): Passkey => ({
  passkey: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  isSynced: row.isSynced,
  isCopied: row.copiedAt !== null,
});
