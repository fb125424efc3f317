import { and, desc, eq, isNotNull, ne } from 'drizzle-orm';
import {
  CAM_BACK_REST_MS,
  type CamBackState,
  type readCamBackSettings as call,
  mayShowCamera,
  type StreamSettings,
} from '#contract/chat/cam-back-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { Caller, MemberCaller } from '#server/identity/caller.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type ChatSession, readOwnSession } from '../session/chat-auth.ts';
import { camBacks, chatSessions } from '../session/tables.ts';

/** Seconds for which a return room's media token is valid. A reconnect needs a new one and is checked again. */
export const RETURN_TOKEN_SECONDS = 60;

/** Throws `badRequest.notFound` if the brand has no camera-back. */
export function requireCamBack(deps: Deps): void {
  requireFeature(deps, 'camBack');
}

/**
 * Returns the caller's own running chat if it may show a camera. Throws `badRequest.camBack.notHere` in free chat, and
 * what `readOwnSession` throws.
 */
export async function readReturnSession(
  deps: Deps,
  caller: Caller,
  auth: string,
): Promise<{ member: MemberCaller; session: ChatSession }> {
  requireCamBack(deps);
  const own = await readOwnSession(deps, caller, auth);
  if (!mayShowCamera(own.session.type)) throw new AppError('badRequest.camBack.notHere');
  return own;
}

/** Pushes to the performer only: the room must not learn whose camera she sees. */
export function announceCamBack(
  deps: Deps,
  { id, performerId, sender }: Pick<ChatSession, 'id' | 'performerId' | 'sender'>,
  state: CamBackState,
): void {
  deps.push.toPerformer(performerId, 'studio-cam-back', { session: id, sender, state });
}

/** ms until this member may start a camera again, in any chat; 0 if allowed now. */
export async function restOf(db: Db | Tx, memberId: number, now: Date): Promise<number> {
  const [last] = await db
    .select({ stoppedAt: camBacks.stoppedAt })
    .from(camBacks)
    .where(and(eq(camBacks.memberId, memberId), isNotNull(camBacks.stoppedAt)))
    .orderBy(desc(camBacks.stoppedAt))
    .limit(1);
  // Of a clock that was set back, the stop may be later than now.
  const since = Math.abs(now.getTime() - (last?.stoppedAt?.getTime() ?? 0));
  return Math.max(0, CAM_BACK_REST_MS - since);
}

/** Cameras this performer sees or is about to see. */
export const shownCameras = (deps: Pick<Deps, 'db'>, performerId: number) =>
  deps.db
    .select({ session: camBacks.sessionId, sender: chatSessions.sender, state: camBacks.state })
    .from(camBacks)
    .innerJoin(chatSessions, eq(chatSessions.id, camBacks.sessionId))
    .where(
      and(
        eq(camBacks.performerId, performerId),
        ne(camBacks.state, 'stopped'),
        ne(chatSessions.state, 'ended'),
      ),
    )
    .orderBy(chatSessions.joinedAt);

/** A session's camera at this performer, in any state. */
export async function cameraOf(
  db: Db | Tx,
  { performerId, session }: { performerId: number; session: string },
): Promise<{ id: string; performerId: number; sender: string } | undefined> {
  const [row] = await db
    .select({ id: camBacks.sessionId, performerId: camBacks.performerId, sender: chatSessions.sender })
    .from(camBacks)
    .innerJoin(chatSessions, eq(chatSessions.id, camBacks.sessionId))
    .where(and(eq(camBacks.performerId, performerId), eq(camBacks.sessionId, session)));
  return row;
}

/** The picture is shown beside the performer's own, so it is small and light on a phone's uplink. */
const streamSettings: StreamSettings = {
  width: 640,
  height: 480,
  frameRate: 20,
  videoBitrate: 600_000,
  audioBitrate: 32_000,
};

export async function readCamBackSettings(
  deps: Deps,
  caller: Caller,
  { auth }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { member } = await readReturnSession(deps, caller, auth);
  const restMs = await restOf(deps.db, member.memberId, deps.now());
  return { agent: deps.media.publishAgent, streamSettings, signIn: null, restMs };
}
