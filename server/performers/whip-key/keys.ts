import { and, eq, gt, sql } from 'drizzle-orm';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { type EndDeps, endSessions } from '#server/identity/sessions.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { whipKeys } from '../tables.ts';

/** Null if no key is valid. */
export async function openKey(db: Pick<Db, 'select'>, performerId: number): Promise<WhipKeyRow | null> {
  const [row] = await db
    .select()
    .from(whipKeys)
    .where(and(eq(whipKeys.performerId, performerId), eq(whipKeys.isOpen, true)));
  return row ?? null;
}

/** Performers whose keys were revoked or rotated since that moment. */
export async function revokedSince(
  db: Pick<Db, 'select'>,
  since: Date,
): Promise<{ performerId: number; revokedAt: Date }[]> {
  const rows = await db
    .select({ performerId: whipKeys.performerId, revokedAt: whipKeys.revokedAt })
    .from(whipKeys)
    .where(gt(whipKeys.revokedAt, since));
  return rows.flatMap(({ performerId, revokedAt }) => (revokedAt ? [{ performerId, revokedAt }] : []));
}

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

interface EndedLogins {
  /** Session ids. */
  ended: string[];
  /** State of the encoder's key: it outlives logins unless it is revoked with them. */
  whipKey: 'none' | 'kept' | 'revoked';
}

/** Ends all logins of a performer. */
export async function endLogins(
  deps: EndDeps,
  caller: Caller,
  { performerId, revokeWhipKey }: { performerId: number; revokeWhipKey: boolean },
): Promise<EndedLogins> {
  const at = deps.now();
  return deps.db.transaction(async (tx) => {
    const endedBy = caller.kind === 'performer' ? 'elsewhere' : 'operator';
    const ended = await endSessions({ ...deps, db: tx }, { performerId }, endedBy);
    await recordAct(tx, caller, { act: 'performer.logged-out', subject: `performer:${performerId}`, at });
    const hasKey = (await openKey(tx, performerId)) !== null;
    if (revokeWhipKey) await revokeKey(tx, caller, { performerId, at });
    return { ended, whipKey: hasKey ? (revokeWhipKey ? 'revoked' : 'kept') : 'none' };
  });
}
