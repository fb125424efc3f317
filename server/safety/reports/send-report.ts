import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { isUrgent, needsAddress } from '#contract/safety/report.ts';
import type { sendReport as call } from '#contract/safety/report-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { mailWork } from '#server/outbox/mail-work.ts';
import { addWork } from '#server/outbox/work.ts';
import { findPerformer, type Performer } from '#server/performers/profile/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { pictureName, readShown } from './keep-picture.ts';
import { receiptMail } from './receipt-mail.ts';
import { reportCases, reportPictures, reportSteps, reports } from './tables.ts';

type Input = ParsedInput<typeof call>;

/** Without letters and digits that are taken for each other. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const NUMBER_LENGTH = 10;

function newNumber(): string {
  const characters = Array.from({ length: NUMBER_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`;
}

/**
 * Stores a report with what the stream shows now and opens the performer's case, again if it was decided. The answer is the
 * receipt; it is mailed too where there is an address. Throws `badRequest.performer.notExists`.
 */
export async function sendReport(deps: Deps, caller: Caller, input: Input): Promise<OutputOf<typeof call>> {
  const isMember = caller.kind === 'member';
  if (needsAddress(input.reason, isMember) && input.email === '')
    throw new AppError('badRequest.invalid.input', { fields: ['email'] });
  const performer = await findPerformer(deps, input.performer);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  const earlier = await earlierNumber(deps, input.key);
  if (earlier) return { number: earlier };
  const number = newNumber();
  const picture = await readShown(deps, performer);
  const isNew = await deps.db
    .transaction((tx) => store(deps, tx, { caller, input, performer, number, picture }))
    .catch(refuseRepeat);
  if (!isNew) return { number: (await earlierNumber(deps, input.key)) ?? number };
  deps.wakeOutbox();
  deps.events.record('report.received', { performer: performer.id, reason: input.reason });
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
  input: Input;
  performer: Performer;
  number: string;
  picture: Uint8Array | null;
}

async function store(deps: Deps, tx: Tx, report: NewReport): Promise<true> {
  const { caller, input, performer, number, picture } = report;
  const at = deps.now();
  const found = await openCase(tx, { performerId: performer.id, urgent: isUrgent(input.reason), at });
  const isKnown = caller.kind === 'member' && (input.reason !== 'minor' || input.email !== '');
  const memberId = isKnown ? caller.memberId : null;
  const { reason, details, place, second, email } = input;
  const [row] = await tx
    .insert(reports)
    .values({
      ...{ number, requestKey: input.key, caseId: found.id, reason, details, place, second },
      picture: picture && pictureName(number),
      ...{ memberId, email: email || null, receivedAt: at },
    })
    .onConflictDoNothing({ target: reports.requestKey })
    .returning({ id: reports.id });
  if (!row) throw new RepeatError();
  if (picture) await tx.insert(reportPictures).values({ number, picture, takenAt: at });
  const actor = memberId === null ? 'guest' : `member:${memberId}`;
  await tx.insert(reportSteps).values({
    ...{ caseId: found.id, version: found.version, state: 'received', actor, reportId: row.id, at },
  });
  const who: Caller = memberId === null ? { kind: 'system', request: caller.request } : caller;
  await recordAct(tx, who, { act: 'report.received', subject: `report:${number}`, at });
  if (email !== '')
    await addWork(tx, mailWork, {
      payload: receiptMail(deps, { to: email, lang: input.lang, number }),
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
