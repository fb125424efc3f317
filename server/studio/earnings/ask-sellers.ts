import { dayOf, longDate } from '#contract/day.ts';
import { routes } from '#contract/site/routes.ts';
import { heldFrom, isMailDue } from '#contract/tax/seller.ts';
import { performersWithEarnings } from '#server/ledger/earnings.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import { noteAsked, unansweredSellers } from '#server/performers/records/sellers.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Asks performers who have earned something for their payout and tax details, and reminds them twice. */
export async function askSellers({
  config,
  db,
  newId,
  now,
}: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>): Promise<void> {
  const { sellerDays: days } = config;
  const at = now();
  const due = (await unansweredSellers(db)).filter((one) => isMailDue(one, days, at));
  if (due.length === 0) return;
  const earning = await performersWithEarnings(db);
  for (const one of due.filter(({ performerId }) => earning.has(performerId)))
    await db.transaction(async (tx) => {
      const account = await performerAccount(tx, one.performerId);
      if (!account || !(await noteAsked(tx, one, at))) return;
      const { email: to, language: lang } = account;
      const from = heldFrom({ ...one, askedAt: one.askedAt ?? at }, days) ?? at;
      const head = { to, lang, affiliate: noAffiliate, path: routes.studioSeller };
      const kind = one.askedAt === null ? 'sellerAsked' : 'sellerReminded';
      const mail = writeMail({ config, newId }, kind, head, { day: longDate(dayOf(from), lang) });
      await addWork(tx, mailWork, { payload: mail, runAt: at });
    });
}
