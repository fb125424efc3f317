import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { endSessions, openSession } from '#server/identity/sessions.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import type { InTx } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

export interface OpenedStudioLogin {
  token: string;
  sessionId: string;
}

/**
 * Replaces the browser's session at a performer's login; a program's bearer token stays valid. Call only after
 * authentication. Throws `badRequest.invalid.login` for a removed or suspended performer.
 */
export async function openStudioLogin(
  deps: InTx,
  caller: Caller,
  performerId: number,
): Promise<OpenedStudioLogin> {
  const at = deps.now();
  // Locks the row, so that a login cannot slip past a simultaneous removal.
  if (!(await holdPerformer(deps.db, performerId, 'share'))) throw new AppError('badRequest.invalid.login');
  if ((await performersFor(deps, inHouse).byId(performerId))?.suspendedAt)
    throw new AppError('badRequest.invalid.login');
  const isReplaced = caller.kind === 'performer' && caller.request.session === 'cookie';
  if (isReplaced) await endSessions(deps, { sessionId: caller.sessionId });
  const { sessionId, token } = await openSession(deps, { kind: 'performer', performerId }, caller.request);
  await recordAct(deps.db, caller, { act: 'performer.logged-in', subject: `performer:${performerId}`, at });
  deps.db.afterCommit(() => deps.events.record('performer.logged-in', { performer: performerId }));
  return { token, sessionId };
}
