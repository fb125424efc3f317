import { onlineStatus } from '#contract/performers/status.ts';
import { shutRooms } from '#server/chat/room/shut-room.ts';
import { readStatus } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changeStatus } from './set-status.ts';

/** Ends the chats of rooms shut by the operator and takes their performers offline. Call it every few seconds. */
export async function sweepShutRooms(deps: Deps): Promise<void> {
  for (const id of await shutRooms(deps)) {
    if ((await readStatus(deps, id)) === onlineStatus.offline) continue;
    deps.push.toRoom(id, 'chat-stopped', { room: id });
    await changeStatus(deps, id, onlineStatus.offline, 'chat-closed');
    deps.push.toPerformer(id, 'studio-ended', { what: 'broadcast', why: 'shut' });
    deps.events.record('room.shut', { performer: id });
  }
}
