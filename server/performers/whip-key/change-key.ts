import { and, eq, sql } from 'drizzle-orm';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import { whipKeys } from './tables.ts';

export type WhipKeyRow = typeof whipKeys.$inferSelect;

interface Change {
  performerId: number;
  at: Date;
}

/** Creates the next key. The previous one and all tokens issued before become invalid. */
export async function rotateKey(tx: Tx, caller: Caller, { performerId, at }: Change): Promise<WhipKeyRow> {
  const [row] = await tx
    .insert(whipKeys)
    .values({ performerId, generation: 1, isOpen: true, createdAt: at })
    .onConflictDoUpdate({
      target: whipKeys.performerId,
      set: {
        generation: sql`${whipKeys.generation} + 1`,
        isOpen: true,
        createdAt: at,
        revokedAt: sql`case when ${whipKeys.isOpen} then ${at.toISOString()}::timestamptz else ${whipKeys.revokedAt} end`,
      },
    })
    .returning();
  if (!row) throw new Error(`WHIP key of performer ${performerId} was not stored`);
  await recordAct(tx, caller, { act: 'performer.key-rotated', subject: `performer:${performerId}`, at });
  return row;
}

/** Returns false if there was no valid key. Tokens issued before become invalid in any case. */
export async function voidKey(tx: Tx, { performerId, at }: Change): Promise<boolean> {
  const [open] = await tx
    .select({ id: whipKeys.performerId })
    .from(whipKeys)
    .where(and(eq(whipKeys.performerId, performerId), eq(whipKeys.isOpen, true)))
    .for('update');
  await tx
    .insert(whipKeys)
    .values({ performerId, generation: 0, isOpen: false, createdAt: at, revokedAt: at })
    .onConflictDoUpdate({ target: whipKeys.performerId, set: { isOpen: false, revokedAt: at } });
  return open !== undefined;
}

/** Invalidates the tokens issued so far, and ends the broadcast (`cutRevoked`). A key stays valid. */
export async function voidTokens(tx: Pick<Tx, 'insert'>, { performerId, at }: Change): Promise<void> {
  await tx
    .insert(whipKeys)
    .values({ performerId, generation: 0, isOpen: false, createdAt: at, revokedAt: at })
    .onConflictDoUpdate({ target: whipKeys.performerId, set: { revokedAt: at } });
}

/** Like `voidKey`, with its own audit row. */
export async function revokeKey(tx: Tx, caller: Caller, change: Change): Promise<boolean> {
  const { performerId, at } = change;
  await recordAct(tx, caller, { act: 'performer.key-revoked', subject: `performer:${performerId}`, at });
  return voidKey(tx, change);
}
