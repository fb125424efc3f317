import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { type EndDeps, endSessions } from '#server/identity/sessions.ts';
import { revokeKey } from './change-key.ts';
import { openKey } from './reads.ts';

export interface EndedLogins {
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
    const ended = await endSessions({ ...deps, db: tx }, { performerId });
    await recordAct(tx, caller, { act: 'performer.logged-out', subject: `performer:${performerId}`, at });
    const hasKey = (await openKey(tx, performerId)) !== null;
    if (revokeWhipKey) await revokeKey(tx, caller, { performerId, at });
    return { ended, whipKey: hasKey ? (revokeWhipKey ? 'revoked' : 'kept') : 'none' };
  });
}
