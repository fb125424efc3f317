import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type {
  endStudioSessions as endStudioSessionsCall,
  revokeWhipKey as revokeWhipKeyCall,
  rotateWhipKey as rotateWhipKeyCall,
  showWhipKey as showWhipKeyCall,
} from '#contract/studio/account/whip-key-calls.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { requireRecentFactor } from '#server/identity/factor/factors.ts';
import { streamRoom } from '#server/media/rooms.ts';
import {
  endLogins,
  openKey,
  revokeKey,
  rotateKey,
  type WhipKeyRow,
} from '#server/performers/whip-key/keys.ts';
import { publisherOf, whipKeyOf } from '#server/performers/whip-key/publish-keys.ts';
import type { Deps } from '#server/ports/deps.ts';
import { cutRevoked } from './cut-revoked.ts';

export async function showWhipKey(deps: Deps, caller: Caller): Promise<OutputOf<typeof showWhipKeyCall>> {
  const { performerId } = requirePerformer(caller);
  return shownKey(deps, performerId, await openKey(deps.db, performerId));
}

/** Creates the first key, or replaces the current one. */
export async function rotateWhipKey(deps: Deps, caller: Caller): Promise<OutputOf<typeof rotateWhipKeyCall>> {
  const performer = requirePerformer(caller);
  const { performerId } = performer;
  await requireRecentFactor(deps, performer);
  const row = await deps.db.transaction((tx) => {
    tx.afterCommit(() => cutRevoked(deps));
    tx.afterCommit(() => deps.events.record('performer.key-rotated', { performer: performerId }));
    return rotateKey(tx, caller, { performerId, at: deps.now() });
  });
  return shownKey(deps, performerId, row);
}

/** Also invalidates tokens issued before, even if there was no key. */
export async function revokeWhipKey(deps: Deps, caller: Caller): Promise<OutputOf<typeof revokeWhipKeyCall>> {
  const { performerId } = requirePerformer(caller);
  const revoked = await deps.db.transaction((tx) => {
    tx.afterCommit(() => cutRevoked(deps));
    tx.afterCommit(() => deps.events.record('performer.key-revoked', { performer: performerId }));
    return revokeKey(tx, caller, { performerId, at: deps.now() });
  });
  return { revoked };
}

export async function endStudioSessions(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof endStudioSessionsCall>,
): Promise<OutputOf<typeof endStudioSessionsCall>> {
  const { performerId } = requirePerformer(caller);
  const { ended, whipKey } = await endLogins(deps, caller, { performerId, ...input });
  await cutRevoked(deps);
  deps.events.record('performer.logged-out', { performer: performerId });
  return { ended: ended.length, whipKey };
}

/** The URL comes from the media server; its short-lived token is not used here. */
async function shownKey(
  deps: Deps,
  performerId: number,
  row: WhipKeyRow | null,
): Promise<OutputOf<typeof showWhipKeyCall>> {
  const target = await deps.media.publishTarget(streamRoom(performerId), publisherOf(performerId));
  const { url, iceServers } = target;
  const key = row && whipKeyOf(deps.config.secret, performerId, row.generation);
  return { url, key, createdAt: row?.createdAt.toISOString() ?? null, iceServers };
}
