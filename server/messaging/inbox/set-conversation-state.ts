import { and, eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { ConversationState } from '#contract/messaging/conversations.ts';
import type { setConversationState as call } from '#contract/messaging/inbox-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { addFavourite, removeFavourite } from '#server/member/favourites/favourites.ts';
import type { Deps } from '#server/ports/deps.ts';
import { pushTo, readerOf } from '../party.ts';
import { forgetPhotos } from '../photos/photo-files.ts';
import { type ConversationRow, conversationOf, unreadOf } from '../reads.ts';
import { conversationSides, conversations } from '../tables.ts';

/**
 * Changes the state for the caller's side only, also for performers. Deleting hides all messages so far, and the
 * conversation until the next one; a member's favourite is the performer.
 */
export async function setConversationState(
  deps: Deps,
  caller: Caller,
  { id, state }: ParsedInput<typeof call>,
): Promise<true> {
  const party = await readerOf(deps, caller);
  const { conversation } = await conversationOf(deps.db, party, id);
  if (party.side === 'member' && (state === 'favorite' || state === 'unfavorite')) {
    const { performerId } = conversation;
    await (state === 'favorite' ? addFavourite : removeFavourite)(deps, caller, { performerId });
    return true;
  }
  await deps.db.transaction(async (tx) => {
    // Locks the row, so that a simultaneous message comes clearly before or after.
    const [locked] = await tx.select().from(conversations).where(eq(conversations.id, id)).for('update');
    if (!locked) return;
    await tx
      .update(conversationSides)
      .set(changeOf(state, locked))
      .where(and(eq(conversationSides.conversationId, id), eq(conversationSides.side, party.side)));
    if (state === 'delete') await forgetPhotos(tx, id);
    tx.afterCommit(async () => {
      const unread = await unreadOf(deps.db, party);
      pushTo(deps.push, party, 'conversation-state', { conversation: id, state, unread });
    });
    tx.afterCommit(() =>
      deps.events.record('conversation.state-set', { conversation: id, side: party.side, state }),
    );
  });
  return true;
}

function changeOf(
  state: ConversationState,
  { lastSeq }: ConversationRow,
): Partial<typeof conversationSides.$inferInsert> {
  switch (state) {
    case 'archive':
      return { archivedSeq: lastSeq };
    case 'unarchive':
      return { archivedSeq: null };
    case 'favorite':
    case 'unfavorite':
      return { isFavourite: state === 'favorite' };
    case 'mute':
    case 'unmute':
      return { isMuted: state === 'mute' };
    case 'block':
    case 'unblock':
      return { isBlocked: state === 'block' };
    case 'delete':
      return { deletedSeq: lastSeq, readSeq: lastSeq, archivedSeq: null };
  }
}
