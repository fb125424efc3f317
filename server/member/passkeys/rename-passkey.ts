import { and, eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { renamePasskey as call } from '#contract/member/passkey-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { isPasskeyOf } from '#server/identity/passkeys/reads.ts';
import { passkeys } from '#server/identity/passkeys/tables.ts';
import type { Deps } from '#server/ports/deps.ts';
import { noteChange } from './note-change.ts';
import { requirePasskeyOwner } from './owner.ts';

/**
 * Renames one of the caller's passkeys. Another account's is treated like a missing one; the same name changes nothing.
 */
export async function renamePasskey(
  deps: Deps,
  caller: Caller,
  { passkey, name }: ParsedInput<typeof call>,
): Promise<true> {
  const owner = requirePasskeyOwner(deps, caller);
  const own = and(eq(passkeys.id, passkey), isPasskeyOf(owner));
  await deps.db.transaction(async (tx) => {
    const [before] = await tx.select({ name: passkeys.name }).from(passkeys).where(own).for('update');
    if (!before) throw new AppError('badRequest.passkey.notExists');
    if (before.name === name) return;
    await tx.update(passkeys).set({ name }).where(own);
    const renamed = { id: passkey, name };
    await noteChange(deps, tx, caller, { kind: 'passkeyRenamed', owner, passkey: renamed });
  });
  return true;
}
