import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { brandIdentity } from '#contract/brand.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type Locale, localePath } from '#contract/locales.ts';
import {
  type sendReport as call,
  isUrgentReason,
  type MemberReason,
  needsAddress,
  type ReportReason,
  type ReportReceipt,
  type reportInput,
  type reportPlaces,
} from '#contract/safety/report-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { fill } from '#server/content/content.ts';
import { mailTexts } from '#server/content/mails.ts';
import { mailHtml } from '#server/gateways/mail/mail-html.ts';
import type { Caller } from '#server/identity/caller.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Mail } from '#server/ports/gateways.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { pictureName, readShown } from './keep-picture.ts';
import { historyOf, refuseSlowed, reporterOf, type Sender, waitAfter } from './misuse.ts';
import { reportPictures, reports } from './tables.ts';
import { addToCase, openCase, type ReportCase, type Reported } from './transitions.ts';

/** First and last sequence number, both inclusive. */
export interface ReportedMessages {
  conversationId: number;
  firstSeq: number;
  lastSeq: number;
}

/** The reported person, and what is reported. */
type Subject = Reported & {
  place: (typeof reportPlaces)[number];
  second?: number | null;
  picture?: Uint8Array | null;
  messages?: ReportedMessages;
  /** Stores a copy of the reported content, in the same transaction. */
  keep?: (tx: Tx, number: string) => Promise<void>;
};

type ReportInput = Omit<z.output<typeof reportInput>, 'reason'> & { reason: ReportReason | MemberReason };

/** Key of the reported person. */
export const keyOfReported = (reported: Reported): string =>
  'memberId' in reported ? `member:${reported.memberId}` : `performer:${reported.performerId}`;

/** The person that a case is about. */
export function reportedIn({ performerId, memberId }: ReportCase): Reported {
  if (performerId !== null) return { performerId };
  if (memberId !== null) return { memberId };
  throw new Error('A report case is about nobody');
}

/** Without letters and digits that are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const NUMBER_LENGTH = 10;

function newNumber(): string {
  const characters = Array.from({ length: NUMBER_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`;
}

/**
 * Stores a report in the person's case. Returns the receipt, the earlier one for a repeated report, and mails its number
 * if possible. `subjectOf` throws for a missing subject. Throws `badRequest.report.slowed`.
 */
export async function storeReport(
  deps: Deps,
  caller: Caller,
  { input, subjectOf }: { input: ReportInput; subjectOf: () => Promise<Subject> },
): Promise<ReportReceipt> {
  const isLoggedIn = caller.kind === 'member' || caller.kind === 'performer';
  if (needsAddress(input.reason, isLoggedIn) && input.email === '')
    throw new AppError('badRequest.invalid.input', { fields: ['email'] });
  const subject = await subjectOf();
  const sender = reporterOf(deps.config, caller, input.reason);
  const standing = await historyOf(deps, sender);
  const earlier = await earlierReceipt(deps, input.key);
  if (earlier) return { ...earlier, standing };
  await refuseSlowed(deps, sender);
  const waitsUntil = waitAfter(deps.now(), standing);
  const number = newNumber();
  const isNew = await deps.db
    .transaction((tx) => insertReport(deps, tx, { caller, input, subject, number, sender, waitsUntil }))
    .catch(refuseRepeat);
  const stored = isNew ? null : await earlierReceipt(deps, input.key);
  return { ...(stored ?? { number, waitsUntil: waitsUntil?.toISOString() ?? null }), standing };
}

/** The same report arrived twice at once: rolls the later one back. */
class RepeatError extends Error {}

function refuseRepeat(error: unknown): false {
  if (error instanceof RepeatError) return false;
  throw error;
}

async function earlierReceipt({ db }: Deps, key: string): Promise<Omit<ReportReceipt, 'standing'> | null> {
  const { number, waitsUntil } = reports;
  const [row] = await db.select({ number, waitsUntil }).from(reports).where(eq(reports.requestKey, key));
  return row ? { ...row, waitsUntil: row.waitsUntil?.toISOString() ?? null } : null;
}

const reportedPerson = (subject: Subject): Reported =>
  'memberId' in subject ? { memberId: subject.memberId } : { performerId: subject.performerId };

interface NewReport {
  caller: Caller;
  input: ReportInput;
  subject: Subject;
  number: string;
  sender: Sender | null;
  waitsUntil: Date | null;
}

async function insertReport(deps: Deps, tx: Tx, report: NewReport): Promise<true> {
  const { caller, input, subject, number, sender, waitsUntil } = report;
  const { reason, details, email, key, lang } = input;
  const { place, second = null, picture = null, messages, keep } = subject;
  const at = deps.now();
  const caseId = await openCase(tx, reportedPerson(subject), at);
  const isKnown = caller.kind === 'member' && (reason !== 'minor' || email !== '');
  const memberId = isKnown ? caller.memberId : null;
  const byPerformerId = caller.kind === 'performer' ? caller.performerId : null;
  const [row] = await tx
    .insert(reports)
    .values({
      number,
      requestKey: key,
      caseId,
      reason,
      details,
      place,
      second,
      ...messages,
      picture: picture && pictureName(number),
      memberId,
      byPerformerId,
      email: email || null,
      language: lang,
      receivedAt: at,
      networkHash: sender?.networkHash ?? null,
      waitsUntil,
    })
    .onConflictDoNothing({ target: reports.requestKey })
    .returning({ id: reports.id });
  if (!row) throw new RepeatError();
  if (picture) await tx.insert(reportPictures).values({ number, picture, takenAt: at });
  await keep?.(tx, number);
  const isNamed = memberId !== null || byPerformerId !== null;
  const actor = isNamed ? `${caller.kind}:${memberId ?? byPerformerId}` : 'guest';
  await addToCase(tx, { caseId, urgent: isUrgentReason(reason), actor, reportId: row.id, at });
  const who: Caller = isNamed ? caller : { kind: 'system', request: caller.request };
  await recordAct(tx, who, { act: 'report.received', subject: `report:${number}`, at });
  if (email !== '')
    await addWork(tx, mailWork, {
      payload: receiptMail(deps, { to: email, lang, number }),
      runAt: at,
    });
  tx.afterCommit(() => deps.events.record('report.received', { about: keyOfReported(subject), reason }));
  return true;
}

/** Does not name the performer: others may read the mail. */
function receiptMail(
  deps: Pick<Deps, 'config' | 'newId'>,
  { to, lang, number }: { to: string; lang: Locale; number: string },
): Mail {
  const house = brandIdentity.name;
  const { subject, lead, button, rest } = mailTexts.in(lang).reportReceived;
  const values = { house, number };
  const words = {
    subject: fill(subject, values),
    lead: fill(lead, values),
    button: fill(button, values),
    rest: fill(rest, values),
  };
  const link = deps.config.publicUrl.replace(/\/$/, '') + localePath(lang, '/');
  return {
    id: deps.newId(),
    to,
    subject: words.subject,
    text: `${words.lead}\n\n${words.rest}\n\n${link}\n\n${house}\n`,
    html: mailHtml({ ...words, link, house, lang }),
  };
}

/** Includes the stream's current picture. Throws `badRequest.performer.notExists`. */
export async function sendReport(
  deps: Deps,
  caller: Caller,
  { performer: name, place, second, ...input }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  return storeReport(deps, caller, {
    input,
    subjectOf: async () => {
      const performer = await performersFor(deps, inHouse).byName(name);
      if (!performer) throw new AppError('badRequest.performer.notExists');
      return { performerId: performer.id, place, second, picture: await readShown(deps, performer) };
    },
  });
}
