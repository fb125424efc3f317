import { and, eq } from 'drizzle-orm';
import { secondsUntilQuiet } from '#contract/member/notices/notices.ts';
import { routes } from '#contract/site/routes.ts';
import { browsersOf } from '#server/identity/browsers/browsers.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { affiliateIn } from '../mail/member-address.ts';
import { members } from '../tables.ts';
import { isReachable } from './reads.ts';
import { noticeWork } from './send-notice.ts';
import { stopKey } from './stop-mails.ts';

/**
 * Queues a mail and a notice for each of the member's browsers in the caller's transaction, according to the member's
 * choices.
 */
export async function tellOfMessages(deps: Deps, tx: Tx, memberId: number): Promise<void> {
  const now = deps.now();
  // Locks the row, so that a simultaneous erasure comes before or after.
  const [member] = await tx
    .select()
    .from(members)
    .where(and(eq(members.id, memberId), isReachable))
    .for('share');
  if (!member) return;
  const { email, language: lang, verifiedAt, mailChoices } = member;
  if (verifiedAt && (mailChoices['messages'] ?? true)) {
    const key = stopKey(deps, { memberId, kind: 'messages' });
    const stop = `${routes.stopMails}?${new URLSearchParams({ key })}`;
    const affiliate = affiliateIn(member.meta);
    const mail = writeMail(deps, 'unread', { to: email, lang, affiliate, path: routes.messenger, stop });
    await addWork(tx, mailWork, { payload: mail, runAt: now });
  }
  if (!deps.webPush) return;
  const browsers = await browsersOf(tx, { kind: 'member', memberId }, now);
  const until = new Date(now.getTime() + secondsUntilQuiet(now) * 1000).toISOString();
  for (const { id, messages } of browsers)
    if (messages) await addWork(tx, noticeWork, { payload: { subscription: id, until }, runAt: now });
}
