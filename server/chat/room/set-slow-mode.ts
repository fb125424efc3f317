import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changeRoom } from './room-settings.ts';

/** Sets the seconds between two messages of a member in the caller's own room, and tells the room. */
export async function setSlowMode(
  deps: Deps,
  caller: Caller,
  { seconds }: { seconds: number | null },
): Promise<{ seconds: number | null }> {
  const { performerId } = requirePerformer(caller);
  await changeRoom(deps, caller, {
    act: 'room.slow-mode-set',
    set: { slowSeconds: seconds },
    also: async (tx) =>
      tx.afterCommit(() =>
        deps.push.toRoom(performerId, 'room-settings', { room: performerId, slowSeconds: seconds }),
      ),
  });
  return { seconds };
}
