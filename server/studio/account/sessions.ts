import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type {
  endOtherStudioSessions as endOtherStudioSessionsCall,
  endStudioSession as endStudioSessionCall,
  listStudioSessions as listStudioSessionsCall,
} from '#contract/studio/account-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { openSessionsOf, shownSession } from '#server/identity/sessions.ts';
import { endOwnSessions } from '#server/member/security/own-sessions.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function listStudioSessions(
  deps: Deps,
  caller: Caller,
): Promise<OutputOf<typeof listStudioSessionsCall>> {
  requireFeature(deps, 'studio');
  const { performerId, sessionId } = requirePerformer(caller);
  const rows = await openSessionsOf(deps, { performerId });
  return { result: rows.map((row) => shownSession(row, sessionId)) };
}

/** Only the caller's own session. Another performer's is treated like an ended one. */
export async function endStudioSession(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof endStudioSessionCall>,
): Promise<true> {
  requireFeature(deps, 'studio');
  await endOwnSessions(deps, requirePerformer(caller), { only: session });
  return true;
}

export async function endOtherStudioSessions(
  deps: Deps,
  caller: Caller,
): Promise<OutputOf<typeof endOtherStudioSessionsCall>> {
  requireFeature(deps, 'studio');
  const performer = requirePerformer(caller);
  return { ended: await endOwnSessions(deps, performer, { except: performer.sessionId }) };
}

/** Ends the session in the database and on every socket. */
export async function studioLogOut(deps: Deps, caller: Caller): Promise<true> {
  requireFeature(deps, 'studio');
  if (caller.kind !== 'performer') return true;
  await endOwnSessions(deps, caller, { only: caller.sessionId });
  return true;
}
