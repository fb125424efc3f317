import { and, eq } from 'drizzle-orm';
import { secondsUntilQuiet } from '#contract/member/notices/notices.ts';
import { routes } from '#contract/routes.ts';
import { mailWork } from '#server/outbox/mail-work.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../account/tables.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { noticeWork } from './notice-work.ts';
import { isReachable, isSubscribed } from './reads.ts';
import { stopKey } from './stop-key.ts';
import { browserSubscriptions } from './tables.ts';

/**
 * Leaves a mail and a notice for each of the member's browsers in the outbox, with the caller's transaction, as the member
 * wants them. Call `deps.wakeOutbox()` after the commit.
 */
export async function tellOfMessages(deps: Deps, tx: Tx, memberId: number): Promise<void> {
  const now = deps.now();
  // An erasure of the same moment comes first or after.
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
    const mail = writeMail(deps, 'unread', { to: email, lang, path: routes.messenger, stop });
    await addWork(tx, mailWork, { payload: mail, runAt: now });
  }
  if (!deps.webPush) return;
  const browsers = await tx
    .select({ id: browserSubscriptions.id })
    .from(browserSubscriptions)
    .where(and(eq(browserSubscriptions.memberId, memberId), isSubscribed(tx, now)));
  const until = new Date(now.getTime() + secondsUntilQuiet(now) * 1000).toISOString();
  for (const { id } of browsers)
    await addWork(tx, noticeWork, { payload: { subscription: id, until }, runAt: now });
}
