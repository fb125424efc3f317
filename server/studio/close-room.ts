import { streamCut } from '#contract/chat/sanctions.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { closeRoom as call } from '#contract/studio/studio-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { shutRooms } from '#server/chat/room/shut-room.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { readStatus } from '#server/performers/reads.ts';
import { suspendedOnline } from '#server/performers/records/suspension.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changeStatus } from './set-status.ts';

/** Ends all chats of the room at once. The encoder may continue; she goes live again by setting her status. */
export async function closeRoom(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  const subject = `performer:${performerId}`;
  await recordAct(deps.db, caller, { act: 'room.closed', subject, at: deps.now() });
  deps.push.toRoom(performerId, 'room-closed', { room: performerId });
  await changeStatus(deps, performerId, onlineStatus.offline, 'room-closed');
  deps.events.record('room.closed', { performer: performerId });
  return { onlineStatus: onlineStatus.offline };
}

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
