import { and, desc, eq, sql } from 'drizzle-orm';
import { prepared } from '#server/db/prepared.ts';
import type { Db } from '#server/ports/database.ts';
import { EARLIER_MOST, EARLIER_SECONDS, mayContinue } from '#server/safety/words/continued.ts';
import type { Party } from '../party.ts';
import { conversations, privateMessages } from '../tables.ts';

interface Written extends Pick<Party, 'side'> {
  memberId: number;
  performerId: number;
  /** Of a message sent again: what was written before it then. */
  clientId: string | undefined;
  text: string;
  at: Date;
}

/** What this side wrote in the conversation just before, oldest first; empty where the text cannot go on with it. */
export async function earlierMessages(
  db: Pick<Db, 'select'>,
  { side, memberId, performerId, clientId, text, at }: Written,
): Promise<string[]> {
  if (!mayContinue(text)) return [];
  const rows = await messagesBefore(db).execute({
    ...{ side, memberId, performerId, clientId: clientId ?? null, at: at.toISOString() },
  });
  return rows.map(({ content }) => content).reverse();
}

const messagesBefore = (db: Pick<Db, 'select'>) =>
  prepared(db, 'earlier-messages', () => {
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
