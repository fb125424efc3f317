import { and, count, eq, gt, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { auditRows } from '#server/audit/tables.ts';
import { systemCaller } from '#server/identity/caller.ts';
import { addWork, mailWork, type WorkKind } from '#server/outbox/work.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { isMailboxFull } from './links.ts';
import { writeMail } from './mail-templates.ts';
import { affiliateIn } from './member-address.ts';
import { sendActivation } from './send-activation.ts';

interface RegistrationMail {
  email: string;
}

export const registrationMailWork: WorkKind<RegistrationMail> = {
  kind: 'registration-mail',
  payload: z.object({ email: z.string() }),
};

/** Maximum number of mails per hour about an existing account. */
export const MAILS_PER_HOUR = 3;
const HOUR_MS = 3_600_000;

/**
 * Mails the member with this address: the activation link again or, once verified, that somebody tried to register it.
 * Sends nothing without an account, or if the mailbox has had enough mails.
 */
export async function sendRegistrationMail(deps: Deps, { email }: RegistrationMail): Promise<void> {
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const [holder] = await tx
      .select()
      .from(members)
      .where(and(eq(members.emailFolded, foldEmail(email)), isNull(members.deletedAt)))
      .for('update');
    if (!holder) return;
    const { id: memberId, email: to, language: lang, meta } = holder;
    if (!holder.verifiedAt) {
      if (await isMailboxFull(tx, { kind: 'activate', memberId, now })) return;
      await sendActivation(deps, tx, { memberId, email: to, lang, meta });
      return;
    }
    if ((await countRecentMails(tx, memberId, now)) >= MAILS_PER_HOUR) return;
    await recordAct(tx, systemCaller, { act: 'member.registration-repeated', memberId, at: now });
    const head = { to, lang, affiliate: affiliateIn(meta), path: routes.login };
    await addWork(tx, mailWork, { payload: writeMail(deps, 'accountExists', head), runAt: now });
  });
}

async function countRecentMails(tx: Tx, memberId: number, now: Date): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(auditRows)
    .where(
      and(
        eq(auditRows.memberId, memberId),
        eq(auditRows.act, 'member.registration-repeated'),
        gt(auditRows.at, new Date(now.getTime() - HOUR_MS)),
      ),
    );
  return row?.total ?? 0;
}
