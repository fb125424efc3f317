import { and, eq, isNull } from 'drizzle-orm';
import { TIME_ZONE } from '#contract/day.ts';
import { routes } from '#contract/routes.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { WithdrawalMail } from '#server/wallet/receipts/mail-work.ts';
import { members } from '../tables.ts';
import { writeMail } from './mail-templates.ts';
import { affiliateIn } from './member-affiliate.ts';

/** Acknowledges a withdrawal with its content, date and time. */
export async function sendWithdrawalMail(deps: Deps, withdrawal: WithdrawalMail): Promise<void> {
  const { memberId, receipt, credits, cents, currency } = withdrawal;
  const [member] = await deps.db
    .select({ email: members.email, lang: members.language, meta: members.meta })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.deletedAt)));
  if (!member) return;
  const { lang } = member;
  const written = {
    receipt,
    credits: new Intl.NumberFormat(lang).format(credits),
    amount: new Intl.NumberFormat(lang, { style: 'currency', currency }).format(cents / 100),
    when: new Intl.DateTimeFormat(lang, {
      dateStyle: 'long',
      timeStyle: 'medium',
      timeZone: TIME_ZONE,
    }).format(new Date(withdrawal.at)),
  };
  const affiliate = affiliateIn(member.meta);
  const head = { to: member.email, lang, affiliate, path: routes.settingsPurchases };
  const mail = writeMail(deps, 'withdrawal', head, written);
  await deps.db.transaction((tx) => addWork(tx, mailWork, { payload: mail, runAt: deps.now() }));
}
