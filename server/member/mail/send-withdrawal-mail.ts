import { TIME_ZONE } from '#contract/day.ts';
import { routes } from '#contract/site/routes.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { WithdrawalMail } from '#server/wallet/receipts/mail-work.ts';
import { mailMember } from './member-address.ts';

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
