import { startOfDay, TIME_ZONE } from '#contract/day.ts';
import { isoCodes } from '#contract/locales.ts';
import { routes } from '#contract/routes.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { PayoutRow } from '#server/wallet/payouts/reads.ts';

/** Queues the mail about a payout in the transaction of the act; a performer who has left gets none. */
export async function tellPayout(
  deps: Pick<Deps, 'config' | 'newId'>,
  tx: Tx,
  kind: 'paidOut' | 'payoutReturned',
  { performerId, month, credits, cents, currency, reference, at }: PayoutRow & { at: Date },
): Promise<void> {
  const account = await performerAccount(tx, performerId);
  if (!account) return;
  const { email, language } = account;
  const words = {
    month: new Intl.DateTimeFormat(isoCodes[language], {
      month: 'long',
      year: 'numeric',
      timeZone: TIME_ZONE,
    }).format(startOfDay(`${month}-01`)),
    credits: new Intl.NumberFormat(language).format(credits),
    amount: new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100),
    reference,
  };
  const head = {
    to: email,
    lang: language,
    affiliate: noAffiliate,
    path: `${routes.studioEarnings}?month=${month}`,
  };
  await addWork(tx, mailWork, { payload: writeMail(deps, kind, head, words), runAt: at });
}
