import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { and, asc, between, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { reportConversation as reportConversationCall } from '#contract/messaging/inbox-calls.ts';
import { REPORTED_MESSAGES } from '#contract/safety/report-calls.ts';
import type { reportStudioConversation as studioCall } from '#contract/studio/numbers/report-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { reportsDecidedBy, reportsOfMember } from '#server/safety/reports/reads.ts';
import { type ReportedMessages, storeReport } from '#server/safety/reports/store-report.ts';
import { readerOf } from '../party.ts';
import { readFile } from '../photos/photo-files.ts';
import { conversationOf } from '../reads.ts';
import { conversations, photos, privateMessages, reportedMessages } from '../tables.ts';

/** Reports the other side of one of the caller's conversations. Throws `badRequest.notFound`. */
export async function reportConversation(
  deps: Deps,
  caller: Caller,
  { conversationId, ...input }: ParsedInput<typeof reportConversationCall> | ParsedInput<typeof studioCall>,
): Promise<OutputOf<typeof reportConversationCall>> {
  const party = await readerOf(deps, caller);
  return storeReport(deps, caller, {
    input,
    subjectOf: async () => {
      const { conversation } = await conversationOf(deps.db, party, conversationId);
      const { performerId, memberId, lastSeq } = conversation;
      const firstSeq = Math.max(1, lastSeq - REPORTED_MESSAGES + 1);
      const messages = { conversationId, firstSeq, lastSeq };
      return {
        ...(party.side === 'member' ? { performerId } : { memberId }),
        place: 'conversation',
        messages,
        keep: (tx, number) => sealMessages(tx, number, messages),
      };
    },
  });
}

const DAY_MS = 24 * 3_600_000;

/** Copies the messages to the report, so that neither a side nor their age can remove them. */
async function sealMessages(
  tx: Tx,
  number: string,
  { conversationId, firstSeq, lastSeq }: ReportedMessages,
): Promise<void> {
  // Locks the conversation: deletions of messages and photos wait for the copies.
  await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .for('update');
  const { seq, owner, content, sentAt } = privateMessages;
  const messages = tx
    .select({
      reportNumber: sql`${number}::text`.as('report_number'),
      seq,
      owner,
      content,
      sentAt,
      photoHash: photos.hash,
    })
    .from(privateMessages)
    .leftJoin(photos, eq(photos.messageId, privateMessages.id))
    .where(and(eq(privateMessages.conversationId, conversationId), between(seq, firstSeq, lastSeq)));
  await tx.insert(reportedMessages).select(messages);
}

interface RoomLine {
  seq: number;
  content: string;
  sentAt: Date;
}

/** Copies a member's messages in a room to the report. */
export async function sealLines(tx: Tx, number: string, lines: readonly RoomLine[]): Promise<void> {
  if (lines.length === 0) return;
  await tx
    .insert(reportedMessages)
    .values(lines.map((line) => ({ ...line, reportNumber: number, owner: 'member' as const })));
}

const photoName = (number: string, seq: number): string => `${number}-${seq}.jpg`;

/** For people who work on a report only. */
export async function readEvidence(db: Pick<Db, 'select'>, number: string) {
  const rows = await db
    .select()
    .from(reportedMessages)
    .where(eq(reportedMessages.reportNumber, number))
    .orderBy(asc(reportedMessages.seq));
  return rows.map(({ seq, owner, content, sentAt, photoHash }) => ({
    seq,
    from: owner,
    message: content,
    at: sentAt.toISOString(),
    photo: photoHash && photoName(number, seq),
  }));
}

/** Writes the photos of all reports into a folder, under the names `readEvidence` returns. */
export async function writeEvidence(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const rows = await db.select().from(reportedMessages).where(isNotNull(reportedMessages.photoHash));
  for (const { reportNumber, seq, photoHash } of rows) {
    const content = await readFile({ storage }, photoHash ?? '');
    if (content)
      await writeFile(join(folder, photoName(reportNumber, seq)), Readable.from(content), { mode: 0o600 });
  }
}

/** Messages of the member's own reports. Reports without a name cannot be assigned to a member. */
export async function evidenceOfMember(db: Db, memberId: number) {
  const own = inArray(reportedMessages.reportNumber, reportsOfMember(db, memberId));
  const { reportNumber, seq } = reportedMessages;
  const rows = await db.select().from(reportedMessages).where(own).orderBy(asc(reportNumber), asc(seq));
  return rows.map(({ reportNumber, owner, content, sentAt, photoHash }) => ({
    report: reportNumber,
    at: sentAt,
    from: owner,
    message: content,
    hasPhoto: photoHash !== null,
  }));
}

/** Removes evidence EVIDENCE_DAYS after the case was decided. Returns the number of messages. */
export async function removeEvidence({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>) {
  const before = new Date(now().getTime() - config.evidenceDays * DAY_MS);
  const decided = reportsDecidedBy(db, before);
  const gone = await db
    .delete(reportedMessages)
    .where(inArray(reportedMessages.reportNumber, decided))
    .returning({ seq: reportedMessages.seq });
  return gone.length;
}
