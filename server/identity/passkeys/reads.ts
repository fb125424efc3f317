import { asc, count, eq, type SQL } from 'drizzle-orm';
import type { Passkey } from '#contract/member/passkey-calls.ts';
import type { Db } from '#server/ports/database.ts';
import type { AccountOwner } from '../sessions.ts';
import { passkeys } from './tables.ts';

export const isPasskeyOf = (owner: AccountOwner): SQL =>
  owner.kind === 'member'
    ? eq(passkeys.memberId, owner.memberId)
    : eq(passkeys.performerId, owner.performerId);

/** Oldest first. */
export const passkeysOf = (db: Pick<Db, 'select'>, owner: AccountOwner) =>
  db.select().from(passkeys).where(isPasskeyOf(owner)).orderBy(asc(passkeys.createdAt), asc(passkeys.id));

export async function countPasskeys(db: Pick<Db, 'select'>, owner: AccountOwner): Promise<number> {
  const [row] = await db.select({ total: count() }).from(passkeys).where(isPasskeyOf(owner));
  return row?.total ?? 0;
}

/** The member or performer whose passkey it is. */
export function ownerOf({ id, memberId, performerId }: typeof passkeys.$inferSelect): AccountOwner {
  if (memberId !== null) return { kind: 'member', memberId };
  if (performerId !== null) return { kind: 'performer', performerId };
  throw new Error(`Passkey ${id} has no owner`);
}

/** The part shown to its owner. */
export const shownPasskey = (row: typeof passkeys.$inferSelect): Passkey => ({
  passkey: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  isSynced: row.isSynced,
  isCopied: row.copiedAt !== null,
});
