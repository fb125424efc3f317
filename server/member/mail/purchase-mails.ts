import { dayOf, longDate, longMoment, TIME_ZONE } from '#contract/day.ts';
import { isoCodes } from '#contract/locales.ts';
import { routes } from '#contract/site/routes.ts';
import { receiptNumber } from '#contract/wallet/receipts-calls.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Mail } from '#server/ports/gateways.ts';
import type { WithdrawalMail } from '#server/wallet/receipts/mail-work.ts';
import { receiptOfPayment } from '#server/wallet/receipts/reads.ts';
import { consentRecord, receiptFileOf } from '#server/wallet/receipts/receipt-file.ts';
import type { Seller } from '#server/wallet/receipts/sheet.ts';
import type { RefundMail } from '#server/wallet/returns/refund-payment.ts';
import { writeMail } from './mail-templates.ts';
import { mailMember, memberAddress } from './member-address.ts';

/** Confirms a purchase on a durable medium: receipt, consent and right of withdrawal, in the language of the member's mails. */
export async function sendPurchaseMail(
  deps: Deps,
  seller: Seller,
  { payment: id }: { payment: string },
): Promise<void> {
  const found = await receiptOfPayment(deps, id);
  if (!found) return;
  const { payment, receipt } = found;
  const address = await memberAddress(deps.db, payment.memberId);
  if (!address) return;
  const { email: to, language: lang, affiliate } = address;
  const { credits, cents, currency } = payment;
  const written = {
    receipt: receiptNumber(receipt),
    credits: new Intl.NumberFormat(isoCodes[lang]).format(credits),
    amount: new Intl.NumberFormat(isoCodes[lang], { style: 'currency', currency }).format(cents / 100),
    when: longMoment(receipt.issuedAt, lang),
    seller: `${seller.name}, ${seller.street}, ${seller.city}, ${seller.email}`,
    ...consentRecord(payment, lang),
  };
  const file = await receiptFileOf(deps, seller, found, lang);
  const mail: Mail = {
    ...writeMail(deps, 'purchase', { to, lang, affiliate, path: routes.settingsPurchases }, written),
    // The same id if the work is done twice.
    id: `purchase-${id}`,
    attachments: [
      { filename: file.name, contentType: 'application/pdf', content: file.body.toString('base64') },
    ],
  };
  await deps.db.transaction((tx) => addWork(tx, mailWork, { payload: mail, runAt: deps.now() }));
}

/** Tells a member about a refund by an operator; an erased account gets none. */
export const sendRefundMail = (
  deps: Deps,
  { memberId, boughtAt, cents, currency, credits }: RefundMail,
): Promise<void> =>
  deps.db.transaction((tx) =>
    mailMember(deps, tx, {
      memberId,
      name: 'refund',
      path: routes.settingsPurchases,
      values: (lang) => ({
        day: longDate(dayOf(new Date(boughtAt)), lang),
        credits: new Intl.NumberFormat(lang).format(credits),
        amount: new Intl.NumberFormat(lang, { style: 'currency', currency }).format(cents / 100),
      }),
    }),
  );

/** Acknowledges a withdrawal with its content, date and time. */
export const sendWithdrawalMail = (
  deps: Deps,
  { memberId, receipt, credits, cents, currency, at }: WithdrawalMail,
): Promise<void> =>
  deps.db.transaction((tx) =>
    mailMember(deps, tx, {
      memberId,
      name: 'withdrawal',
      path: routes.settingsPurchases,
      values: (lang) => ({
        receipt,
        credits: new Intl.NumberFormat(lang).format(credits),
        amount: new Intl.NumberFormat(lang, { style: 'currency', currency }).format(cents / 100),
        when: new Intl.DateTimeFormat(lang, {
          dateStyle: 'long',
          timeStyle: 'medium',
          timeZone: TIME_ZONE,
        }).format(new Date(at)),
      }),
    }),
  );
