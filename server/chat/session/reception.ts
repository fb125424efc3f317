import { isDeepStrictEqual } from 'node:util';
import type { Received } from '@vonk/media';
import { goodReception, type Reception, SILENT_AFTER_MS } from '#contract/chat/session.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { onlinePerformers } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

/** A stream that does not arrive is not frozen: the players notice that by themselves. */
export const receptionFrom = (received: Received | null): Reception =>
  received
    ? { isFrozen: received.picture === 'frozen', isSilent: received.silentMs >= SILENT_AFTER_MS }
    : goodReception;

export const receptionOf = ({ media }: Pick<Deps, 'media'>, performerId: number): Reception =>
  receptionFrom(media.room(streamRoom(performerId)).received);

/** ms between two reads of the performers who are online. */
const READ_MS = 1000;

/**
 * Call the result several times a second: it tells a performer and her viewers when her reception changes, and when her
 * broadcast is back, for which players would wait longer.
 */
export function createReceptionSweep(deps: Deps): () => Promise<void> {
  const sent = new Map<number, Reception>();
  const isPublishing = new Map<number, boolean>();
  let online: readonly number[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = deps.now().getTime();
    if (Math.abs(now - readAt) >= READ_MS) {
      online = [...(await onlinePerformers(deps)).keys()];
      readAt = now;
      for (const known of [sent, isPublishing])
        for (const id of known.keys()) if (!online.includes(id)) known.delete(id);
    }
    for (const room of online) {
      const { publishing, received } = deps.media.room(streamRoom(room));
      if (publishing && isPublishing.get(room) === false) deps.push.toRoom(room, 'chat-picture', { room });
      isPublishing.set(room, publishing);
      const reception = receptionFrom(received);
      if (isDeepStrictEqual(sent.get(room) ?? goodReception, reception)) continue;
      sent.set(room, reception);
      deps.push.toRoom(room, 'chat-reception', { room, ...reception });
      if (reception.isFrozen) deps.events.record('performer.frozen', { performer: room });
    }
  };
}
