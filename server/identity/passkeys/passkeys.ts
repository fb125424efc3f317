import { asc, count, eq, type SQL } from 'drizzle-orm';
import type { Passkey } from '#contract/member/passkey-calls.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { SessionOwner } from '../sessions.ts';
import { passkeys } from '../tables.ts';

export function isPasskeyOf(owner: SessionOwner): SQL {
  if (owner.kind === 'member') return eq(passkeys.memberId, owner.memberId);
  return owner.kind === 'performer'
    ? eq(passkeys.performerId, owner.performerId)
    : eq(passkeys.operatorId, owner.operatorId);
}

/** Oldest first. */
export const passkeysOf = (db: Pick<Db, 'select'>, owner: SessionOwner) =>
  db.select().from(passkeys).where(isPasskeyOf(owner)).orderBy(asc(passkeys.createdAt), asc(passkeys.id));

export async function countPasskeys(db: Pick<Db, 'select'>, owner: SessionOwner): Promise<number> {
  const [row] = await db.select({ total: count() }).from(passkeys).where(isPasskeyOf(owner));
  return row?.total ?? 0;
}

/** The account whose passkey it is. */
export function ownerOf(passkey: typeof passkeys.$inferSelect): SessionOwner {
  const { id, memberId, performerId, operatorId } = passkey;
  if (memberId !== null) return { kind: 'member', memberId };
  if (performerId !== null) return { kind: 'performer', performerId };
  if (operatorId !== null) return { kind: 'operator', operatorId };
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

/** Removes every passkey of an account; returns their ids. */
export async function erasePasskeys(tx: Pick<Tx, 'delete'>, owner: SessionOwner): Promise<string[]> {
  const removed = await tx.delete(passkeys).where(isPasskeyOf(owner)).returning({ id: passkeys.id });
  return removed.map(({ id }) => id);
}
