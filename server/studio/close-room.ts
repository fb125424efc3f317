import type { OutputOf } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { closeRoom as call } from '#contract/studio/studio-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
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
