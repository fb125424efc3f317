import { and, desc, eq, sql } from 'drizzle-orm';
import { type Runs, selectStatement } from '#server/db/statement.ts';
import { EARLIER_MOST, EARLIER_SECONDS, mayContinue } from '#server/safety/words/clean-text.ts';
import type { Party } from '../party.ts';
import { conversations, privateMessages } from '../tables.ts';

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
