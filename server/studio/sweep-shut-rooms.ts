import { streamCut } from '#contract/chat/cuts.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { shutRooms } from '#server/chat/room/shut-room.ts';
import { readStatus } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changeStatus } from './set-status.ts';

/** Ends the chats of rooms shut by the operator and takes their performers offline. Call it every few seconds. */
export async function sweepShutRooms(deps: Deps): Promise<void> {
  for (const { performerId, ground } of await shutRooms(deps)) {
    if ((await readStatus(deps, performerId)) === onlineStatus.offline) continue;
    deps.push.toRoom(performerId, 'chat-stopped', { room: performerId });
    const reason = ground === null ? 'chat-closed' : streamCut(ground);
    await changeStatus(deps, performerId, onlineStatus.offline, reason);
    deps.push.toPerformer(performerId, 'studio-ended', { what: 'broadcast', why: 'shut' });
    deps.events.record('room.shut', { performer: performerId });
  }
}
