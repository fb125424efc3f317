import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { erasePasskeys } from '#server/identity/passkeys/erase.ts';
import type { Tx } from '#server/ports/database.ts';

/**
 * Removes every passkey of an account that another person had access to, who may have added some. Sends no mail; the
 * caller does.
 */
export async function removeAllPasskeys(
  tx: Tx,
  caller: Caller,
  { memberId, at }: { memberId: number; at: Date },
): Promise<void> {
  for (const id of await erasePasskeys(tx, { kind: 'member', memberId }))
    await recordAct(tx, caller, { act: 'member.passkey-removed', memberId, subject: `passkey:${id}`, at });
}
