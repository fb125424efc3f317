import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import type {
  markMessageDelivered as markMessageDeliveredCall,
  markMessageRead as markMessageReadCall,
} from '#contract/messaging/conversation-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { otherOf, type Party, pushTo, readerOf } from '../party.ts';
import { type ConversationRow, placeOf, unreadOf } from '../reads.ts';
import { conversationSides, conversations } from '../tables.ts';

export async function markMessageDelivered(
  deps: Deps,
  caller: Caller,
  { id }: ParsedInput<typeof markMessageDeliveredCall>,
): Promise<true> {
  const party = await readerOf(deps, caller);
  const { conversation, seq } = await placeOf(deps.db, party, id);
  if (await moveDelivered(deps.db, party, conversation.id, seq))
    tellDelivered(deps, party, conversation, seq);
  return true;
}

/** Also for performers. The read position only moves forward, so that order and repetition of calls do not matter. */
export async function markMessageRead(
  deps: Deps,
  caller: Caller,
  { id }: ParsedInput<typeof markMessageReadCall>,
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

/** Marks everything in these conversations as delivered to the party and tells the other side what is new. */
export async function markDelivered(deps: Deps, party: Party, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { db } = deps;
  const behind = await db
    .select({ conversation: conversations })
    .from(conversations)
    .innerJoin(conversationSides, eq(conversationSides.conversationId, conversations.id))
    .where(
      and(
        inArray(conversations.id, [...ids]),
        eq(conversationSides.side, party.side),
        gt(conversations.lastSeq, conversationSides.deliveredSeq),
      ),
    );
  for (const { conversation } of behind) {
    const { id, lastSeq } = conversation;
    const moved = await moveDelivered(db, party, id, lastSeq);
    if (moved && conversation.lastOwner !== party.side) tellDelivered(deps, party, conversation, lastSeq);
  }
}

/** Pushes the delivered position to the other side. */
function tellDelivered(
  { push }: Pick<Deps, 'push'>,
  { side }: Party,
  conversation: ConversationRow,
  seq: number,
): void {
  const { id } = conversation;
  pushTo(push, otherOf(conversation, side), `message-delivered-${id}`, { conversation: id, seq });
}

/** Moves the delivered position, only forward. Returns whether it moved. */
async function moveDelivered(
  db: Pick<Deps['db'], 'update'>,
  { side }: Party,
  conversation: number,
  seq: number,
): Promise<boolean> {
  const rows = await db
    .update(conversationSides)
    .set({ deliveredSeq: seq })
    .where(
      and(
        eq(conversationSides.conversationId, conversation),
        eq(conversationSides.side, side),
        lt(conversationSides.deliveredSeq, seq),
      ),
    )
    .returning({ seq: conversationSides.deliveredSeq });
  return rows.length > 0;
}
