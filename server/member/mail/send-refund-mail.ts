import { dayOf, longDate } from '#contract/day.ts';
import { routes } from '#contract/site/routes.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { RefundMail } from '#server/wallet/returns/refund-mail-work.ts';
import { mailMember } from './member-address.ts';

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
