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
