import { sql } from 'drizzle-orm';
import type { DelaySeconds } from '#contract/chat/room/moderation-delay.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changeRoom } from './room-settings.ts';
import { chatMessages } from './tables.ts';
import { numberWaiting, waitsIn } from './waiting.ts';

/**
 * Sets how long messages of viewers wait in the caller's own room. Those that wait already follow, so that none is shown
 * before an earlier one; without a delay they are shown at once.
 */
export async function setMessageDelay(
  deps: Deps,
  caller: Caller,
  { seconds }: { seconds: DelaySeconds },
): Promise<{ seconds: DelaySeconds }> {
  const { performerId } = requirePerformer(caller);
  await changeRoom(deps, caller, {
    act: 'room.message-delay-set',
    set: { delaySeconds: seconds },
    also: async (tx, at) => {
      const shownAt = sql`${chatMessages.sentAt} + make_interval(secs => ${seconds ?? 0})`;
      await tx.update(chatMessages).set({ shownAt }).where(waitsIn(performerId));
      for (const message of await numberWaiting(tx, performerId, at))
        tx.afterCommit(() => deps.push.toRoom(performerId, 'chat-message', { room: performerId, message }));
    },
  });
  return { seconds };
}
