import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { watchOwnStream as watchOwnStreamCall } from '#contract/studio/live-calls.ts';
import type { startBroadcast as startBroadcastCall } from '#contract/studio/studio-calls.ts';
import { isRoomShut } from '#server/chat/room/shut-room.ts';
import { hasPeers } from '#server/db/lease.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { ofLogin, previewViewer, streamRoom } from '#server/media/rooms.ts';
import { onlinePerformers } from '#server/performers/reads.ts';
import { publisherOf } from '#server/performers/whip-key/publish-keys.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changeStatus } from './set-status.ts';

/**
 * The WHIP URL for the performer's encoder, a token for it, and STUN and TURN servers. The token ends with her login.
 * Throws `badRequest.chat.closed` while the operator keeps the room shut.
 */
export async function startBroadcast(
  deps: Deps,
  caller: Caller,
  { page }: ParsedInput<typeof startBroadcastCall>,
): Promise<OutputOf<typeof startBroadcastCall>> {
  const { performerId, sessionId } = requirePerformer(caller);
  if (await isRoomShut(deps, performerId)) throw new AppError('badRequest.chat.closed');
  const publisher = ofLogin(publisherOf(performerId), sessionId);
  const target = await deps.media.publishTarget(streamRoom(performerId), publisher);
  if (page !== undefined) deps.push.toPerformer(performerId, 'studio-broadcast', { page });
  const { url, token, expiresAt, iceServers } = target;
  return { url, token, expiresAt: expiresAt.toISOString(), iceServers };
}

/** s in which the token can open a connection. */
const TOKEN_SECONDS = 60;

export async function watchOwnStream(
  deps: Deps,
  caller: Caller,
  { page }: ParsedInput<typeof watchOwnStreamCall>,
): Promise<OutputOf<typeof watchOwnStreamCall>> {
  const { performerId, sessionId } = requirePerformer(caller);
  return deps.media
    .playTarget(streamRoom(performerId), ofLogin(previewViewer(performerId, page), sessionId), TOKEN_SECONDS)
    .catch((cause: unknown) => {
      throw new AppError('badRequest.media.unavailable', { cause });
    });
}

/** ms within which the next process usually serves again: pages are calm for so long. */
const RESTART_MS = 20_000;

/**
 * Before this process stops: asks the pages that broadcast to move to the next one. With a shared media server and
 * another live process nothing of theirs ends.
 */
export async function announceRestart(deps: Deps): Promise<void> {
  if (deps.media.shared && (await hasPeers(deps.db, deps.node))) return;
  for (const id of (await onlinePerformers(deps)).keys())
    if (deps.media.room(streamRoom(id)).publishing)
      deps.push.toPerformer(id, 'studio-restarting', { forMs: RESTART_MS });
}

/** ms for which a broadcast may be interrupted before the performer goes offline; nothing is charged meanwhile. */
export const ENCODER_GRACE_MS = 60_000;

/**
 * ms between two runs after which this process forgets what it saw: it was stalled, another process ran the sweep, or
 * the clock was set.
 */
const BLIND_MS = 5000;

/**
 * Takes performers offline whose broadcast is missing for longer than the grace time. One process must call it every
 * second; the returned function remembers since when each stream is missing.
 */
export function createBroadcastSweep(deps: Deps): () => Promise<void> {
  const missingSince = new Map<number, number>();
  let lookedAt = 0;
  return async () => {
    const online = await onlinePerformers(deps);
    const now = deps.now().getTime();
    if (Math.abs(now - lookedAt) > BLIND_MS) missingSince.clear();
    lookedAt = now;
    for (const id of online.keys()) {
      if (deps.media.room(streamRoom(id)).publishing) {
        missingSince.delete(id);
        continue;
      }
      const since = missingSince.get(id) ?? now;
      missingSince.set(id, since);
      if (now - since < ENCODER_GRACE_MS) continue;
      missingSince.delete(id);
      await changeStatus(deps, id, onlineStatus.offline);
      deps.push.toPerformer(id, 'studio-ended', { what: 'broadcast', why: 'lost' });
      deps.events.record('performer.lost', { performer: id });
    }
  };
}
