import { defaultLocale, isLocale, type Locale } from '#contract/locales.ts';
import { APPEAL_DAYS, isFirstOutcome, isOutcome, type Outcome } from '#contract/safety/report-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { withQuery } from '#contract/site/site-path.ts';
import type { Affiliate } from '#contract/tracking/affiliate.ts';
import { mailTexts } from '#server/content/mails.ts';
import { type MailName, noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { memberAddress } from '#server/member/mail/member-address.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { issueAppeal } from '#server/safety/reports/appeals.ts';
import { type Report, type ReportStep, reportById, reportsSince } from '#server/safety/reports/reads.ts';
import type { ReportCase } from '#server/safety/reports/transitions.ts';
import type { PersonIds } from './read-cases.ts';

export type TellDeps = Pick<Deps, 'config' | 'newId'>;

interface Address {
  email: string;
  language: Locale;
  /** Of a member. */
  affiliate?: Affiliate;
}

interface Recipient extends Address {
  mail: MailName;
  /** The recipient's report; null for the reported person. */
  report: Report | null;
}

interface Decided {
  after: ReportCase;
  outcome: Outcome;
  statement: string;
  /** The case's history before this decision. */
  history: readonly ReportStep[];
  at: Date;
}

/**
 * Queues the statement of reasons in the decision's transaction (DSA, articles 16, 17 and 20): to the person decided
 * against and to unanswered reporters. Others may read the mails, so they name nobody.
 */
export async function tellOutcome(deps: TellDeps, tx: Tx, decided: Decided): Promise<void> {
  const { after, outcome, statement, at } = decided;
  for (const { email, language, affiliate = noAffiliate, mail, report } of await recipients(tx, decided)) {
    const path = isFirstOutcome(outcome)
      ? withQuery(routes.appeal, { key: await issueAppeal(tx, after, { reportId: report?.id ?? null, at }) })
      : routes.home;
    const values = {
      number: report?.number ?? '',
      statement,
      days: String(APPEAL_DAYS),
      outcome: mailTexts.in(language).reportOutcomes[outcome],
    };
    const payload = writeMail(deps, mail, { to: email, lang: language, affiliate, path }, values);
    await addWork(tx, mailWork, { payload, runAt: at });
  }
}

async function recipients(tx: Tx, decided: Decided): Promise<Recipient[]> {
  return isFirstOutcome(decided.outcome) ? afterReports(tx, decided) : afterAppeal(tx, decided);
}

async function afterReports(tx: Tx, { after, outcome, history }: Decided): Promise<Recipient[]> {
  const version = history.findLast(({ state }) => isOutcome(state))?.version ?? 0;
  const reporters = await reportsSince(tx, { caseId: after.id, version });
  const reported = outcome === 'action' ? await recipientAt(addressOf(tx, after), 'caseDecided', null) : [];
  const all = [reported];
  for (const report of reporters)
    all.push(await recipientAt(addressOfReporter(tx, report), 'reportDecided', report));
  return all.flat();
}

/** To the appellant, and to the reported person unless no decision has been taken against them. */
async function afterAppeal(tx: Tx, { after, outcome, history }: Decided): Promise<Recipient[]> {
  const first = history.findLastIndex(({ state }) => isFirstOutcome(state));
  const wasAction = history[first]?.state === 'action';
  // Later steps with this state are of operators who take the appeal.
  const id = history.slice(first + 1).find(({ state }) => state === 'appealed')?.reportId ?? null;
  const report = id === null ? undefined : await reportById(tx, id);
  const appellant = report
    ? await recipientAt(addressOfReporter(tx, report), 'reportAppealDecided', report)
    : [];
  if (report && !wasAction && outcome === 'upheld') return appellant;
  return [...(await recipientAt(addressOf(tx, after), 'appealDecided', null)), ...appellant];
}

async function recipientAt(
  address: ReturnType<typeof addressOf>,
  mail: MailName,
  report: Report | null,
): Promise<Recipient[]> {
  const found = await address;
  return found ? [{ ...found, mail, report }] : [];
}

async function addressOfReporter(
  tx: Tx,
  { email, language, memberId, byPerformerId }: Report,
): Promise<Address | undefined> {
  if (email !== null) return { email, language: isLocale(language) ? language : defaultLocale };
  return addressOf(tx, { memberId, performerId: byPerformerId });
}

async function addressOf(tx: Tx, { memberId, performerId }: PersonIds): Promise<Address | undefined> {
  if (memberId !== null) return memberAddress(tx, memberId);
  return performerId === null ? undefined : performerAccount(tx, performerId);
}
