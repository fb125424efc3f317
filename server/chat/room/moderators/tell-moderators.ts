import type { Deps } from '#server/ports/deps.ts';
import { tellVoice } from '../voice.ts';
import { namedModerators } from './reads.ts';

/** Pushes the moderators' names to a room: its viewers mark their messages, and moderators notice a change. */
export async function tellModerators(
  deps: Pick<Deps, 'db' | 'brand' | 'now' | 'push'>,
  performerId: number,
): Promise<void> {
  const moderators = (await namedModerators(deps, performerId)).map(({ name }) => name);
  deps.push.toRoom(performerId, 'room-moderators', { room: performerId, moderators });
}

/** Tells the member, in the member's own chats, and the room that an appointment has begun or ended. */
export async function tellAppointment(
  deps: Pick<Deps, 'db' | 'brand' | 'now' | 'push'>,
  { performerId, memberId }: { performerId: number; memberId: number },
): Promise<void> {
  await tellVoice(deps, { performerId, memberId, guestKey: null });
  await tellModerators(deps, performerId);
}

/** Pushes the names again after a viewer has changed the own name, if the viewer is a moderator. */
export async function tellRenamed(
  deps: Pick<Deps, 'db' | 'brand' | 'now' | 'push'>,
  { performerId, memberId }: { performerId: number; memberId: number | null },
): Promise<void> {
  const appointed = await namedModerators(deps, performerId);
  if (appointed.some(({ row }) => row.memberId === memberId)) await tellModerators(deps, performerId);
}
