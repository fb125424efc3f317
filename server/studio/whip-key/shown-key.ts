import type { OutputOf } from '#contract/endpoint.ts';
import type { showWhipKey } from '#contract/studio/whip-key-calls.ts';
import { streamRoom } from '#server/media/rooms.ts';
import type { WhipKeyRow } from '#server/performers/whip-key/change-key.ts';
import { publisherOf, whipKeyOf } from '#server/performers/whip-key/publish-keys.ts';
import type { Deps } from '#server/ports/deps.ts';

/** The URL comes from the media server; its short-lived token is not used here. */
export async function shownKey(
  deps: Deps,
  performerId: number,
  row: WhipKeyRow | null,
): Promise<OutputOf<typeof showWhipKey>> {
  const target = await deps.media.publishTarget(streamRoom(performerId), publisherOf(performerId));
  const { url, iceServers } = target;
  const key = row && whipKeyOf(deps.config.secret, performerId, row.generation);
  return { url, key, createdAt: row?.createdAt.toISOString() ?? null, iceServers };
}
