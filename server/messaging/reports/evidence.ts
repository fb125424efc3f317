import { and, asc, between, eq } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import type { ReportedMessages } from '#server/safety/reports/take-report.ts';
import { privateMessages } from '../tables.ts';

/** For whoever works on a report: also what a side has deleted for itself; nothing of what was erased. */
export async function reportedMessages(
  db: Pick<Db, 'select'>,
  { conversationId, firstSeq, lastSeq }: ReportedMessages,
) {
  const rows = await db
    .select()
    .from(privateMessages)
    .where(
      and(
        eq(privateMessages.conversationId, conversationId),
        between(privateMessages.seq, firstSeq, lastSeq),
      ),
    )
    .orderBy(asc(privateMessages.seq));
  return rows.map(({ seq, owner, content, sentAt }) => ({
    ...{ seq, from: owner, message: content },
    at: sentAt.toISOString(),
  }));
}
