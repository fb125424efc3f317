import { eq } from 'drizzle-orm';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import { passkeys } from './tables.ts';

/**
 * Removes every passkey of an account that another person had access to, who may have added some. Sends no mail; the
 * caller does.
 */
export async function removeAllPasskeys(
  tx: Tx,
  caller: Caller,
  { memberId, at }: { memberId: number; at: Date },
): Promise<void> {
  const removed = await tx
    .delete(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .returning({ id: passkeys.id });
  for (const { id } of removed)
    await recordAct(tx, caller, { act: 'member.passkey-removed', memberId, subject: `passkey:${id}`, at });
}
