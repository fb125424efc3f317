import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { watchOwnStream as watchOwnStreamCall } from '#contract/studio/live-calls.ts';
import { pictureNews } from '#contract/studio/notice-calls.ts';
import type { startBroadcast as startBroadcastCall } from '#contract/studio/studio-calls.ts';
import { isRoomShut } from '#server/chat/room/shut-room.ts';
import { hasPeers } from '#server/db/lease.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { ofLogin, previewViewer, streamRoom } from '#server/media/rooms.ts';
import { onlinePerformers, picturesOnAir } from '#server/performers/reads.ts';
import { publisherOf } from '#server/performers/whip-key/publish-keys.ts';
import type { Deps } from '#server/ports/deps.ts';
import { tellOfPicture } from './notices/picture-notices.ts';
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
  deps.part(openStop).isAnnounced = true;
  for (const id of (await onlinePerformers(deps)).keys())
    if (deps.media.room(streamRoom(id)).publishing)
      deps.push.toPerformer(id, 'studio-restarting', { forMs: RESTART_MS });
}

/** Whether this process has announced that it stops: pictures that are lost then come back with the next one. */
const openStop = () => ({ isAnnounced: false });

/** ms for which a broadcast may be interrupted before the performer goes offline; nothing is charged meanwhile. */
export const ENCODER_GRACE_MS = 60_000;

/** ms after which a notice that a picture is back is dropped. */
const BACK_VALID_MS = 600_000;

/**
 * ms between two runs after which this process forgets what it saw: it was stalled, another process ran the sweep, or
 * the clock was set.
 */
const BLIND_MS = 5000;

/**
 * Tells performers whose broadcast is missing, and takes them offline after the grace time. One process must call it
 * every second; the returned function remembers since when each stream is missing.
 */
export function createBroadcastSweep(deps: Deps): () => Promise<void> {
  const missingSince = new Map<number, number>();
  let lookedAt = 0;
  return async () => {
    const onAir = await picturesOnAir(deps);
    const now = deps.now().getTime();
    if (Math.abs(now - lookedAt) > BLIND_MS) missingSince.clear();
    lookedAt = now;
    for (const { id, status, pictureLostAt } of onAir) {
      const isReceived = deps.media.room(streamRoom(id)).publishing;
      const since = isReceived ? now : (missingSince.get(id) ?? now);
      if (isReceived) missingSince.delete(id);
      else missingSince.set(id, since);
      const missingMs = now - Math.max(since, deps.media.startedAt?.() ?? since);
      const news = pictureNews({ status, isReceived, missingMs, isTold: pictureLostAt !== null });
      // A notice that it is lost is worth nothing once she is offline.
      const until = news === 'lost' ? since + ENCODER_GRACE_MS : now + BACK_VALID_MS;
      if (news && !deps.part(openStop).isAnnounced)
        await tellOfPicture(deps, { performerId: id, news, until: new Date(until) });
      if (isReceived || now - since < ENCODER_GRACE_MS) continue;
      missingSince.delete(id);
      await changeStatus(deps, id, onlineStatus.offline);
      deps.push.toPerformer(id, 'studio-ended', { what: 'broadcast', why: 'lost' });
      deps.events.record('performer.lost', { performer: id });
    }
  };
}
