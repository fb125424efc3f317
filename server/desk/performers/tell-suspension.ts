import { dayOf, longDate } from '#contract/day.ts';
import { routes } from '#contract/routes.ts';
import { mailTexts } from '#server/content/mails.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';

export type TellDeps = Pick<Deps, 'config' | 'newId'>;

interface Suspended {
  performerId: number;
  /** The statement of reasons (DSA, article 17). */
  statement: string;
  /** Null for good. */
  until: Date | null;
  at: Date;
}

/** Queues the mail in the transaction of the act. */
export async function tellSuspended(
  deps: TellDeps,
  tx: Tx,
  { performerId, statement, until, at }: Suspended,
): Promise<void> {
  const account = await performerAccount(tx, performerId);
  if (!account) return;
  const { email, language } = account;
  const { forGood, untilDay } = mailTexts.in(language).suspensions;
  const day = until && longDate(dayOf(until), language);
  const head = { to: email, lang: language, affiliate: noAffiliate, path: routes.terms };
  const span = day === null ? forGood : untilDay.replace('{{day}}', day);
  const payload = writeMail(deps, 'performerSuspended', head, { statement, span });
  await addWork(tx, mailWork, { payload, runAt: at });
}

export async function tellLifted(
  deps: TellDeps,
  tx: Tx,
  { performerId, at }: { performerId: number; at: Date },
): Promise<void> {
  const account = await performerAccount(tx, performerId);
  if (!account) return;
  const head = {
    to: account.email,
    lang: account.language,
    affiliate: noAffiliate,
    path: routes.studioLogin,
  };
  await addWork(tx, mailWork, { payload: writeMail(deps, 'suspensionLifted', head), runAt: at });
}
