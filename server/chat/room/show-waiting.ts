import { and, lte } from 'drizzle-orm';
import type { Deps } from '#server/ports/deps.ts';
import { lockRoom } from './room-numbers.ts';
import { chatMessages } from './tables.ts';
import { isWaiting, numberWaiting } from './waiting.ts';

/** Shows everybody the messages whose delay is over. Nodes may run it at the same time: the room's lock orders them. */
export async function showWaiting(deps: Deps): Promise<void> {
  const at = deps.now();
  const rooms = await deps.db
    .selectDistinct({ performerId: chatMessages.performerId })
    .from(chatMessages)
    .where(and(isWaiting, lte(chatMessages.shownAt, at)));
  for (const { performerId } of rooms)
    await deps.db.transaction(async (tx) => {
      await lockRoom(tx, performerId);
      for (const message of await numberWaiting(tx, performerId, at))
        tx.afterCommit(() => deps.push.toRoom(performerId, 'chat-message', { room: performerId, message }));
    });
}
