import { streamCut } from '#contract/chat/sanctions.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { shutRooms } from '#server/chat/room/shut-room.ts';
import { readStatus } from '#server/performers/reads.ts';
import { suspendedOnline } from '#server/performers/records/suspension.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changeStatus } from './set-status.ts';

/**
 * Ends the chats of rooms shut by the operator, and of suspended performers, and takes them offline. Call it every few
 * seconds.
 */
export async function sweepShutRooms(deps: Deps): Promise<void> {
  const shut = await shutRooms(deps);
  const suspended = (await suspendedOnline(deps)).map((performerId) => ({ performerId, ground: null }));
  for (const { performerId, ground } of [...shut, ...suspended]) {
    if ((await readStatus(deps, performerId)) === onlineStatus.offline) continue;
    deps.push.toRoom(performerId, 'chat-stopped', { room: performerId });
    const reason = ground === null ? 'chat-closed' : streamCut(ground);
    await changeStatus(deps, performerId, onlineStatus.offline, reason);
    deps.push.toPerformer(performerId, 'studio-ended', { what: 'broadcast', why: 'shut' });
    deps.events.record('room.shut', { performer: performerId });
  }
}
