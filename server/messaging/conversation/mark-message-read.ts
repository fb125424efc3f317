import { and, eq, lt, sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { markMessageRead as call } from '#contract/messaging/conversation-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { otherOf, type Party, pushTo, readerOf } from '../party.ts';
import { type ConversationRow, placeOf, unreadOf } from '../reads.ts';
import { conversationSides } from '../tables.ts';

/** Also for performers. The read position only moves forward, so that order and repetition of calls do not matter. */
export async function markMessageRead(
  deps: Deps,
  caller: Caller,
  { id }: ParsedInput<typeof call>,
): Promise<{ unread: number }> {
  const party = await readerOf(deps, caller);
  const { conversation, seq } = await placeOf(deps.db, party, id);
  const moved = await deps.db
    .update(conversationSides)
    .set({ readSeq: seq, deliveredSeq: sql`greatest(${conversationSides.deliveredSeq}, ${seq})` })
    .where(
      and(
        eq(conversationSides.conversationId, conversation.id),
        eq(conversationSides.side, party.side),
        lt(conversationSides.readSeq, seq),
      ),
    )
    .returning({ seq: conversationSides.readSeq });
  if (moved.length > 0) tellRead(deps, party, conversation, seq);
  return { unread: await unreadOf(deps.db, party) };
}

function tellRead({ push }: Deps, reader: Party, conversation: ConversationRow, seq: number): void {
  const { id } = conversation;
  const marks = [
    [reader, { conversation: id, reader: 'self', seq }],
    [otherOf(conversation, reader.side), { conversation: id, reader: 'other', seq }],
  ] as const;
  for (const [party, mark] of marks) {
    pushTo(push, party, 'message-read', mark);
    pushTo(push, party, `message-read-${id}`, mark);
  }
}
