import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { readConversation as call } from '#contract/messaging/conversation-calls.ts';
import { MESSAGES_AT_ONCE, otherSide } from '#contract/messaging/messages.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { participantOf } from '../participants.ts';
import { otherOf, participantViewer, readerOf } from '../party.ts';
import { photosOf } from '../photos/reads.ts';
import { conversationOf, type OpenedRow } from '../reads.ts';
import { privateMessages } from '../tables.ts';
import { markDelivered } from './mark-delivered.ts';
import { toPrivateMessage } from './message.ts';

type Input = Omit<ParsedInput<typeof call>, 'nonNude'> & { nonNude?: boolean };

/** Also for performers. Reading a page marks nothing as read. */
export async function readConversation(
  deps: Deps,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof call>> {
  const party = await readerOf(deps, caller);
  const opened = await conversationOf(deps.db, party, input.conversationId);
  const { conversation, own, their } = opened;
  const { top, from, to, nextPage } = pageOf(opened, input);
  const looking = { viewer: await participantViewer(deps, caller), nonNude: input.nonNude ?? false };
  const [rows, other] = await Promise.all([
    deps.db
      .select()
      .from(privateMessages)
      .where(
        and(
          eq(privateMessages.conversationId, conversation.id),
          gt(privateMessages.seq, from),
          lte(privateMessages.seq, to),
        ),
      )
      .orderBy(asc(privateMessages.seq)),
    participantOf(deps, otherSide(party.side), otherOf(conversation, party.side).id, looking),
  ]);
  const photos = await photosOf(deps.db, rows);
  await markDelivered(deps, party, [conversation.id]);
  const unread = rows.filter(({ owner, seq }) => owner !== party.side && seq > own.readSeq).length;
  return {
    id: conversation.id,
    other,
    messages: rows.map((row) =>
      toPrivateMessage(
        deps,
        { row, photo: photos.get(row.id) ?? null },
        { reader: party, positions: opened },
      ),
    ),
    nextPage,
    top,
    unread,
    readSeq: own.readSeq,
    theirs: { delivered: their.deliveredSeq, read: their.readSeq },
  };
}

/** Numbers have no gaps, so a page is a range: `from` is exclusive, `to` inclusive. */
function pageOf({ conversation, own }: OpenedRow, { page, limit, top: requestedTop }: Input) {
  const top = Math.min(requestedTop ?? conversation.lastSeq, conversation.lastSeq);
  const pagesAt = (count: number) => Math.max(1, Math.ceil(count / limit));
  const pages = page === 1 ? Math.min(pagesAt(top - own.readSeq), pagesAt(MESSAGES_AT_ONCE)) : 1;
  const last = page - 1 + pages;
  const from = Math.max(top - last * limit, own.deletedSeq, 0);
  const to = top - (page - 1) * limit;
  return { top, from, to, nextPage: from > own.deletedSeq ? last + 1 : null };
}
