import { and, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Deps } from '#server/ports/deps.ts';
import { otherOf, type Party, pushTo } from '../party.ts';
import type { ConversationRow } from '../reads.ts';
import { conversationSides, conversations } from '../tables.ts';

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
export function tellDelivered(
  { push }: Pick<Deps, 'push'>,
  { side }: Party,
  conversation: ConversationRow,
  seq: number,
): void {
  const { id } = conversation;
  pushTo(push, otherOf(conversation, side), `message-delivered-${id}`, { conversation: id, seq });
}

/** Moves the delivered position, only forward. Returns whether it moved. */
export async function moveDelivered(
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
