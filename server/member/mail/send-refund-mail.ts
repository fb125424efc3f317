import { and, eq, isNull } from 'drizzle-orm';
import { dayOf, longDate } from '#contract/day.ts';
import { routes } from '#contract/routes.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { RefundMail } from '#server/wallet/returns/refund-mail-work.ts';
import { members } from '../tables.ts';
import { writeMail } from './mail-templates.ts';
import { affiliateIn } from './member-affiliate.ts';

/** Tells a member about a refund by an operator; an erased account gets none. */
export async function sendRefundMail(
  deps: Deps,
  { memberId, boughtAt, cents, currency, credits }: RefundMail,
): Promise<void> {
  const [member] = await deps.db
    .select({ email: members.email, lang: members.language, meta: members.meta })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.deletedAt)));
  if (!member) return;
  const { email, lang } = member;
  const written = {
    day: longDate(dayOf(new Date(boughtAt)), lang),
    credits: new Intl.NumberFormat(lang).format(credits),
    amount: new Intl.NumberFormat(lang, { style: 'currency', currency }).format(cents / 100),
  };
  const head = { to: email, lang, affiliate: affiliateIn(member.meta), path: routes.settingsPurchases };
  const work = { payload: writeMail(deps, 'refund', head, written), runAt: deps.now() };
  await deps.db.transaction((tx) => addWork(tx, mailWork, work));
}
