import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type {
  endOtherStudioSessions as endOtherStudioSessionsCall,
  endStudioSession as endStudioSessionCall,
  listStudioSessions as listStudioSessionsCall,
  readEndedLogin as readEndedLoginCall,
} from '#contract/studio/account/account-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { forgetRunOut } from '#server/identity/browsers/browsers.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { endedLogin } from '#server/identity/ended-logins.ts';
import { openSessionsOf, shownSession } from '#server/identity/sessions.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { endOwnSessions } from '#server/member/security/own-sessions.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

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

/** For the login page, which a performer sees when her login has ended elsewhere. */
export async function readEndedLogin(
  deps: Deps,
  caller: Caller,
): Promise<OutputOf<typeof readEndedLoginCall>> {
  requireFeature(deps, 'studio');
  const token = caller.kind === 'guest' ? caller.lapsedToken : undefined;
  const login = token === undefined ? null : await endedLogin(deps, token);
  if (!login || login.why === 'self') return { ended: null };
  const { performerId, why, at, wasLive } = login;
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer || performer.removedAt) return { ended: null };
  const isLive = performer.onlineStatus !== onlineStatus.offline;
  const { publishing: receiving } = deps.media.room(streamRoom(performerId));
  return { ended: { why, at: at.toISOString(), wasLive, isLive, receiving } };
}

/** Ends the session in the database and on every socket. */
export async function studioLogOut(deps: Deps, caller: Caller): Promise<true> {
  requireFeature(deps, 'studio');
  if (caller.kind !== 'performer') return true;
  await endOwnSessions(deps, caller, { only: caller.sessionId });
  await forgetRunOut(deps.db, caller, deps.now());
  return true;
}
