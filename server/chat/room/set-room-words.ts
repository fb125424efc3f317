import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changeRoom, keptWords } from './room-settings.ts';

/** Replaces the caller's own list of hidden words for her room. */
export async function setRoomWords(
  deps: Deps,
  caller: Caller,
  { words }: { words: string[] },
): Promise<{ words: string[] }> {
  const { performerId } = requirePerformer(caller);
  const set = { words: [...new Set(words)] };
  await changeRoom(deps, caller, {
    act: 'room.words-set',
    set,
    also: async (tx) => tx.afterCommit(() => keptWords(deps).delete(performerId)),
  });
  return set;
}
