import { and, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type {
  listPasskeys as listPasskeysCall,
  removePasskey as removePasskeyCall,
  renamePasskey as renamePasskeyCall,
} from '#contract/member/passkey-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { noteRemoved, requireRecentFactor } from '#server/identity/factor/factors.ts';
import { erasePasskeys, isPasskeyOf, passkeysOf, shownPasskey } from '#server/identity/passkeys/passkeys.ts';
import { passkeys } from '#server/identity/tables.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { noteChange } from './note-change.ts';
import { requirePasskeyOwner } from './owner.ts';

export async function listPasskeys(deps: Deps, caller: Caller): Promise<OutputOf<typeof listPasskeysCall>> {
  const owner = requirePasskeyOwner(deps, caller);
  return { result: (await passkeysOf(deps.db, owner)).map(shownPasskey) };
}

/**
 * Renames one of the caller's passkeys. Another account's is treated like a missing one; the same name changes nothing.
 */
export async function renamePasskey(
  deps: Deps,
  caller: Caller,
  { passkey, name }: ParsedInput<typeof renamePasskeyCall>,
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

/**
 * Removes one of the caller's passkeys; the last one too, since the password stays, unless it is the second factor that
 * the operator requires. Another account's is treated like a missing one.
 */
export async function removePasskey(
  deps: Deps,
  caller: Caller,
  { passkey }: ParsedInput<typeof removePasskeyCall>,
): Promise<true> {
  const owner = requirePasskeyOwner(deps, caller);
  if (owner.kind === 'performer') await requireRecentFactor(deps, owner);
  await deps.db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkey), isPasskeyOf(owner)))
      .returning({ id: passkeys.id, name: passkeys.name });
    if (!removed) return;
    if (owner.kind === 'performer') await noteRemoved({ ...deps, db: tx }, owner.performerId);
    await noteChange(deps, tx, caller, { kind: 'passkeyRemoved', owner, passkey: removed });
  });
  return true;
}

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
