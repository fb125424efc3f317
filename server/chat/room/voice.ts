import type { Voice } from '#contract/chat/sanctions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { namedModerators } from './moderators/reads.ts';
import { roomRules } from './room-settings.ts';
import { openSessions, type Sanctioned, standingSanctions } from './sanctions/reads.ts';

/** Whether a viewer may speak in a room, and how often. */
export async function readVoice(
  deps: Pick<Deps, 'db' | 'brand' | 'now'>,
  { performerId, slowSeconds }: { performerId: number; slowSeconds: number | null },
  viewer: Sanctioned,
): Promise<Voice> {
  const standing = await standingSanctions(deps, performerId, viewer);
  const until = standing.get('mute');
  const mutedMs = until ? Math.max(0, until.getTime() - deps.now().getTime()) : null;
  const appointed = await namedModerators(deps, performerId);
  return {
    slowSeconds,
    muted: until !== undefined,
    mutedMs,
    isModerator: appointed.some(({ row }) => row.memberId === viewer.memberId),
    moderators: appointed.map(({ name }) => name),
  };
}

/** Tells the running chats of a viewer what the viewer may say now. */
export async function tellVoice(
  deps: Pick<Deps, 'db' | 'brand' | 'now' | 'push'>,
  viewer: Sanctioned & { performerId: number },
): Promise<void> {
  const { performerId } = viewer;
  const sessions = await openSessions(deps, viewer);
  if (sessions.length === 0) return;
  const { slowSeconds } = await roomRules(deps, performerId);
  const voice = await readVoice(deps, { performerId, slowSeconds }, viewer);
  for (const session of sessions) deps.push.toChatSession(session, 'chat-voice', { session, ...voice });
}

/** Pushes the moderators' names to a room: its viewers mark their messages, and moderators notice a change. */
async function tellModerators(
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
