import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { isUrgent, needsAddress, type reportPlaces } from '#contract/safety/report.ts';
import type { reportInput } from '#contract/safety/report-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { mailWork } from '#server/outbox/mail-work.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { pictureName } from './keep-picture.ts';
import { receiptMail } from './receipt-mail.ts';
import { reportCases, reportPictures, reportSteps, reports } from './tables.ts';

/** From the one number to the other. */
export interface ReportedMessages {
  conversationId: number;
  firstSeq: number;
  lastSeq: number;
}

/** What a report is about. */
interface Subject {
  performerId: number;
  place: (typeof reportPlaces)[number];
  second?: number | null;
  picture?: Uint8Array | null;
  messages?: ReportedMessages;
  /** Copies what it is about beside the report, in the same transaction. */
  keep?: (tx: Tx, number: string) => Promise<void>;
}

type Told = z.output<typeof reportInput>;

/** Without letters and digits that are taken for each other. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const NUMBER_LENGTH = 10;

function newNumber(): string {
  const characters = Array.from({ length: NUMBER_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`;
}

/**
 * Stores a report and opens the performer's case, again if it was decided. The answer is the receipt; it is mailed too
 * where there is an address. `subjectOf` finds what it is about, unless the report came before, and throws where there is
 * nothing.
 */
export async function takeReport(
  deps: Deps,
  caller: Caller,
  { told, subjectOf }: { told: Told; subjectOf: () => Promise<Subject> },
): Promise<{ number: string }> {
  if (needsAddress(told.reason, caller.kind === 'member') && told.email === '')
    throw new AppError('badRequest.invalid.input', { fields: ['email'] });
  const subject = await subjectOf();
  const earlier = await earlierNumber(deps, told.key);
  if (earlier) return { number: earlier };
  const number = newNumber();
  const isNew = await deps.db
    .transaction((tx) => store(deps, tx, { caller, told, subject, number }))
    .catch(refuseRepeat);
  if (!isNew) return { number: (await earlierNumber(deps, told.key)) ?? number };
  deps.wakeOutbox();
  deps.events.record('report.received', { performer: subject.performerId, reason: told.reason });
  return { number };
}

/** The same report came twice at once: nothing of the later one stays. */
class RepeatError extends Error {}

function refuseRepeat(error: unknown): false {
  if (error instanceof RepeatError) return false;
  throw error;
}

async function earlierNumber({ db }: Deps, key: string): Promise<string | null> {
  const [row] = await db.select({ number: reports.number }).from(reports).where(eq(reports.requestKey, key));
  return row?.number ?? null;
}

interface NewReport {
  caller: Caller;
  told: Told;
  subject: Subject;
  number: string;
}

async function store(deps: Deps, tx: Tx, report: NewReport): Promise<true> {
  const { caller, told, subject, number } = report;
  const { reason, details, email, key, lang } = told;
  const { performerId, place, second = null, picture = null, messages, keep } = subject;
  const at = deps.now();
  const found = await openCase(tx, { performerId, urgent: isUrgent(reason), at });
  const isKnown = caller.kind === 'member' && (reason !== 'minor' || email !== '');
  const memberId = isKnown ? caller.memberId : null;
  const [row] = await tx
    .insert(reports)
    .values({
      ...{ number, requestKey: key, caseId: found.id, reason, details, place, second, ...messages },
      picture: picture && pictureName(number),
      ...{ memberId, email: email || null, receivedAt: at },
    })
    .onConflictDoNothing({ target: reports.requestKey })
    .returning({ id: reports.id });
  if (!row) throw new RepeatError();
  if (picture) await tx.insert(reportPictures).values({ number, picture, takenAt: at });
  await keep?.(tx, number);
  const actor = memberId === null ? 'guest' : `member:${memberId}`;
  await tx.insert(reportSteps).values({
    ...{ caseId: found.id, version: found.version, state: 'received', actor, reportId: row.id, at },
  });
  const who: Caller = memberId === null ? { kind: 'system', request: caller.request } : caller;
  await recordAct(tx, who, { act: 'report.received', subject: `report:${number}`, at });
  if (email !== '')
    await addWork(tx, mailWork, {
      payload: receiptMail(deps, { to: email, lang, number }),
      runAt: at,
    });
  return true;
}

/** One case for each performer; urgent as long as anything urgent is in it. Its row stays locked. */
async function openCase(
  tx: Tx,
  { performerId, urgent, at }: { performerId: number; urgent: boolean; at: Date },
): Promise<{ id: number; version: number }> {
  const { version, urgent: before } = reportCases;
  const [row] = await tx
    .insert(reportCases)
    .values({ performerId, state: 'received', urgent, openedAt: at, changedAt: at })
    .onConflictDoUpdate({
      target: reportCases.performerId,
      set: {
        // One that somebody works on stays theirs.
        state: sql`CASE WHEN ${reportCases.state} = 'assigned' THEN 'assigned' ELSE 'received' END`,
        urgent: sql`${before} OR excluded.urgent`,
        version: sql`${version} + 1`,
        changedAt: at,
      },
    })
    .returning({ id: reportCases.id, version: reportCases.version });
  if (!row) throw new Error('the case was not opened');
  return row;
}
