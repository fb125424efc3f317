import type { Voice } from '#contract/chat/sanctions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Sanctioned, standingSanctions } from './sanctions/reads.ts';

/** Whether a viewer may speak in a room, and how often. */
export async function readVoice(
  deps: Pick<Deps, 'db' | 'now'>,
  { performerId, slowSeconds }: { performerId: number; slowSeconds: number | null },
  viewer: Sanctioned,
): Promise<Voice> {
  const standing = await standingSanctions(deps, performerId, viewer);
  const until = standing.get('mute');
  const mutedMs = until ? Math.max(0, until.getTime() - deps.now().getTime()) : null;
  return { slowSeconds, muted: until !== undefined, mutedMs };
}
