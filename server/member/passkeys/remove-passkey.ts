import { and, eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { removePasskey as call } from '#contract/member/passkey-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { announceChange, noteChange } from './note-change.ts';
import { passkeys } from './tables.ts';

/**
 * Removes one of the caller's passkeys; the last one too, since the password stays. Another member's is treated like a
 * missing one.
 */
export async function removePasskey(
  deps: Deps,
  caller: Caller,
  { passkey }: ParsedInput<typeof call>,
): Promise<true> {
  requireFeature(deps, 'passkeys');
  const { memberId } = requireMember(caller);
  const change = await deps.db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkey), eq(passkeys.memberId, memberId)))
      .returning({ id: passkeys.id, name: passkeys.name });
    if (!removed) return null;
    const change = { kind: 'passkeyRemoved', memberId, passkey: removed } as const;
    await noteChange(deps, tx, caller, change);
    return change;
  });
  if (change) announceChange(deps, change);
  return true;
}
