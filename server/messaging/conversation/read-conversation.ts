import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type {
  readConversation as readConversationCall,
  readLaterMessages as readLaterMessagesCall,
} from '#contract/messaging/conversation-calls.ts';
import { MESSAGES_AT_ONCE, otherSide, type PrivateMessage } from '#contract/messaging/messages.ts';
import { type Runs, selectStatement } from '#server/db/statement.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { EARLIER_MOST, EARLIER_SECONDS, mayContinue } from '#server/safety/words/clean-text.ts';
import { participantOf } from '../participants.ts';
import { otherOf, type Party, participantViewer, readerOf } from '../party.ts';
import { photosOf } from '../photos/reads.ts';
import { conversationOf, type OpenedRow, returnedOf } from '../reads.ts';
import { conversations, privateMessages } from '../tables.ts';
import { markDelivered } from './mark-message.ts';
import { type MessageRow, toPrivateMessage } from './message.ts';

type Input = Omit<ParsedInput<typeof readConversationCall>, 'nonNude'> & { nonNude?: boolean };

/** Also for performers. Reading a page marks nothing as read. */
export async function readConversation(
  deps: Deps,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof readConversationCall>> {
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
  const messages = await toMessages(deps, rows, { reader: party, positions: opened });
  await markDelivered(deps, party, [conversation.id]);
  const unread = rows.filter(({ owner, seq }) => owner !== party.side && seq > own.readSeq).length;
  return {
    id: conversation.id,
    other,
    messages,
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

/** Also for performers. */
export async function readLaterMessages(
  deps: Deps,
  caller: Caller,
  { conversationId, after }: ParsedInput<typeof readLaterMessagesCall>,
): Promise<OutputOf<typeof readLaterMessagesCall>> {
  const party = await readerOf(deps, caller);
  const opened = await conversationOf(deps.db, party, conversationId);
  const rows = await deps.db
    .select()
    .from(privateMessages)
    .where(
      and(
        eq(privateMessages.conversationId, conversationId),
        gt(privateMessages.seq, Math.max(after, opened.own.deletedSeq)),
      ),
    )
    .orderBy(asc(privateMessages.seq))
    .limit(MESSAGES_AT_ONCE + 1);
  const page = rows.slice(0, MESSAGES_AT_ONCE);
  const messages = await toMessages(deps, page, { reader: party, positions: opened });
  return { messages, more: rows.length > MESSAGES_AT_ONCE };
}

async function toMessages(
  deps: Deps,
  rows: readonly MessageRow[],
  view: { reader: Party; positions: OpenedRow },
): Promise<PrivateMessage[]> {
  const [photos, returned] = await Promise.all([photosOf(deps.db, rows), returnedOf(deps.db, rows)]);
  return rows.map((row) =>
    toPrivateMessage(deps, { row, photo: photos.get(row.id) ?? null, returned: returned.get(row.id) }, view),
  );
}

interface Written extends Pick<Party, 'side'> {
  memberId: number;
  performerId: number;
  /** Client id of the message; if it was sent before, earlier ones are those before the first sending. */
  clientId: string | undefined;
  text: string;
  at: Date;
}

/** This side's latest messages in the conversation, oldest first; empty if the text cannot continue them. */
export async function earlierMessages(
  db: Runs,
  { side, memberId, performerId, clientId, text, at }: Written,
): Promise<string[]> {
  if (!mayContinue(text)) return [];
  const rows = await messagesBefore(db, {
    side,
    memberId,
    performerId,
    clientId: clientId ?? null,
    at: at.toISOString(),
  });
  return rows.map(({ content }) => content).reverse();
}

const messagesBefore = selectStatement('earlier-messages', (db) => {
  const side = sql.placeholder('side');
  const own = (column: 'seq' | 'sent_at') =>
    sql`(select own.${sql.raw(column)} from ${privateMessages} own
        where own.conversation_id = ${conversations.id} and own.owner = ${side}
          and own.client_id = ${sql.placeholder('clientId')}::text)`;
  const until = sql`coalesce(${own('sent_at')}, ${sql.placeholder('at')}::timestamptz)`;
  return db
    .select({ content: privateMessages.content })
    .from(privateMessages)
    .innerJoin(conversations, eq(conversations.id, privateMessages.conversationId))
    .where(
      and(
        eq(conversations.memberId, sql.placeholder('memberId')),
        eq(conversations.performerId, sql.placeholder('performerId')),
        eq(privateMessages.owner, side),
        sql`${privateMessages.sentAt} > ${until} - make_interval(secs => ${EARLIER_SECONDS})`,
        sql`${privateMessages.seq} < coalesce(${own('seq')}, 2147483647)`,
      ),
    )
    .orderBy(desc(privateMessages.seq))
    .limit(EARLIER_MOST);
});
