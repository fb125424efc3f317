import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { defaultLocale, isLocale, type Locale } from '#contract/locales.ts';
import { APPEAL_DAYS } from '#contract/safety/decisions.ts';
import { routes } from '#contract/site/routes.ts';
import { withQuery } from '#contract/site/site-path.ts';
import type { Affiliate } from '#contract/tracking/affiliate.ts';
import { newLinkToken } from '#server/identity/tokens.ts';
import { type MailName, noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { memberAddress } from '#server/member/mail/member-address.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Report } from '../reports/reads.ts';
import { reports } from '../reports/tables.ts';
import { type Ending, endingText, measureText, statementLines } from './statement.ts';
import { decisionAddressees } from './tables.ts';
import type { Decision, HeldDecision } from './transitions.ts';

export type TellDeps = Pick<Deps, 'config' | 'newId'>;
export type Addressee = typeof decisionAddressees.$inferSelect;

interface Address {
  email: string;
  language: Locale;
  /** Of a member. */
  affiliate?: Affiliate;
}

interface Person {
  performerId: number | null;
  memberId: number | null;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Tells the person, unless nothing was decided against them, and the senders of the judged reports. Others may read the
 * mails, so they name nobody; a login shows the statement too.
 */
export async function tellDecided(
  deps: TellDeps,
  tx: Tx,
  { decision, about: person, judged, at }: HeldDecision & { judged: readonly Report[]; at: Date },
): Promise<void> {
  const isAfterReports = judged.length > 0;
  const recipients = [
    ...(decision.measure === 'none' ? [] : [{ report: null, person }]),
    ...judged.map((report) => ({ report, person: senderOf(report) })),
  ];
  const expiresAt = new Date(at.getTime() + APPEAL_DAYS * DAY_MS);
  for (const { report, person } of recipients) {
    const address = await addressOf(tx, person, report);
    if (!address && person.memberId === null && person.performerId === null) continue;
    const link = address && newLinkToken();
    await tx.insert(decisionAddressees).values({
      decisionId: decision.id,
      reportId: report?.id ?? null,
      performerId: person.performerId,
      memberId: person.memberId,
      tokenHash: link?.hash ?? null,
      expiresAt,
    });
    if (!address || !link) continue;
    const number = report?.number ?? null;
    const { config } = deps;
    const statement = {
      decision,
      isAfterReports,
      report: number,
      appealUntil: expiresAt,
      email: config.mailReplyTo,
    };
    await mail(deps, tx, {
      address,
      name: number === null ? 'caseDecided' : 'reportDecided',
      path: withQuery(routes.appeal, { key: link.token }),
      at,
      values: (lang) => ({
        number: number ?? '',
        measure: measureText(lang, statement),
        statement: statementLines(lang, statement).join('\n\n'),
      }),
    });
  }
}

const senderOf = ({ memberId, byPerformerId }: Report): Person => ({ memberId, performerId: byPerformerId });

interface Ended extends Omit<Ending, 'decision' | 'isReporter'> {
  decision: Decision;
  /** The judge's or author's reasons. */
  verdict: string;
  at: Date;
}

/**
 * Tells how a decision ended: everybody who was told of it, or of one that stands its appellants and the person. Answers
 * all appeals that wait.
 */
export async function tellEnded(deps: TellDeps, tx: Tx, { verdict, at, ...ending }: Ended): Promise<void> {
  const { decision, outcome } = ending;
  const waiting = await tx
    .update(decisionAddressees)
    .set({ answeredAt: at })
    .where(
      and(isOf(decision), isNotNull(decisionAddressees.appealedAt), isNull(decisionAddressees.answeredAt)),
    )
    .returning({ id: decisionAddressees.id });
  const answered = new Set(waiting.map(({ id }) => id));
  const all = await addresseesOf(tx, decision.id);
  const recipients = all.filter(
    ({ id, reportId }) => outcome !== 'upheld' || reportId === null || answered.has(id),
  );
  if (recipients.length === 0) return;
  const ids = recipients.map(({ id }) => id);
  // The next log-in shows the outcome.
  await tx.update(decisionAddressees).set({ seenAt: null }).where(inArray(decisionAddressees.id, ids));
  for (const addressee of recipients) {
    const report = addressee.reportId === null ? null : await reportWithId(tx, addressee.reportId);
    const address = await addressOf(tx, addressee, report);
    if (!address) continue;
    await mail(deps, tx, {
      address,
      name: report ? 'reportAppealDecided' : 'appealDecided',
      path: routes.home,
      at,
      values: (lang) => ({
        number: report?.number ?? '',
        outcome: endingText(lang, { ...ending, isReporter: report !== null }),
        statement: verdict,
      }),
    });
  }
}

const isOf = ({ id }: Pick<Decision, 'id'>) => eq(decisionAddressees.decisionId, id);

/** The person first, then the reporters in the order of their reports. */
export async function addresseesOf(tx: Pick<Tx, 'select'>, decisionId: number): Promise<Addressee[]> {
  return tx
    .select()
    .from(decisionAddressees)
    .where(isOf({ id: decisionId }))
    .orderBy(asc(decisionAddressees.id));
}

async function reportWithId(tx: Tx, id: number): Promise<Report | null> {
  const [row] = await tx.select().from(reports).where(eq(reports.id, id));
  return row ?? null;
}

interface DecisionMail {
  address: Address;
  name: MailName;
  path: string;
  at: Date;
  values: (lang: Locale) => Readonly<Record<string, string>>;
}

async function mail(
  deps: TellDeps,
  tx: Tx,
  { address, name, path, at, values }: DecisionMail,
): Promise<void> {
  const { email: to, language: lang, affiliate = noAffiliate } = address;
  const payload = writeMail(deps, name, { to, lang, affiliate, path }, values(lang));
  await addWork(tx, mailWork, { payload, runAt: at });
}

/** The address of a report's own, or else of the account. */
async function addressOf(
  tx: Tx,
  { memberId, performerId }: Person,
  report: Report | null,
): Promise<Address | undefined> {
  if (report?.email != null) {
    const { email, language } = report;
    return { email, language: isLocale(language) ? language : defaultLocale };
  }
  if (memberId !== null) return memberAddress(tx, memberId);
  return performerId === null ? undefined : performerAccount(tx, performerId);
}
