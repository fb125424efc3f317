import { and, eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { removePasskey as call } from '#contract/member/passkey-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { isPasskeyOf } from '#server/identity/passkeys/reads.ts';
import { passkeys } from '#server/identity/passkeys/tables.ts';
import type { Deps } from '#server/ports/deps.ts';
import { noteChange } from './note-change.ts';
import { requirePasskeyOwner } from './owner.ts';

/**
 * Removes one of the caller's passkeys; the last one too, since the password stays. Another account's is treated like a
 * missing one.
 */
export async function removePasskey(
  deps: Deps,
  caller: Caller,
  { passkey }: ParsedInput<typeof call>,
): Promise<true> {
  const owner = requirePasskeyOwner(deps, caller);
  await deps.db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkey), isPasskeyOf(owner)))
      .returning({ id: passkeys.id, name: passkeys.name });
    if (removed) await noteChange(deps, tx, caller, { kind: 'passkeyRemoved', owner, passkey: removed });
  });
  return true;
}
