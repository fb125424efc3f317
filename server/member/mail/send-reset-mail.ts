import { and, eq, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { type Locale, locales } from '#contract/locales.ts';
import { routes } from '#contract/routes.ts';
import { type PerformerPage, pathTo, performerPageSchema } from '#contract/wallet/return-page.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { systemCaller } from '#server/identity/caller.ts';
import { mailWork } from '#server/outbox/mail-work.ts';
import { addWork, type WorkKind } from '#server/outbox/work.ts';
import { findPerformer } from '#server/performers/profile/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../account/tables.ts';
import { isMailboxFull, issueLink } from './links.ts';
import { writeMail } from './mail-templates.ts';

interface Recovery {
  emailOrUsername: string;
  lang: Locale;
  /** Where the link leads back to. */
  from?: PerformerPage | undefined;
}

/** Whether there is an account is looked up by the outbox runner, so that the answer's timing cannot tell. */
export const recoveryWork: WorkKind<Recovery> = {
  kind: 'recovery',
  payload: z.object({
    emailOrUsername: z.string(),
    lang: z.enum(locales),
    from: performerPageSchema.optional(),
  }),
};

/** Sends a reset link, if there is such an account and its mailbox has no three that are open. */
export async function sendResetMail(deps: Deps, { emailOrUsername, lang, from }: Recovery): Promise<void> {
  const folded = emailOrUsername.trim().toLowerCase();
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const [member] = await tx
      .select({ id: members.id, email: members.email })
      .from(members)
      .where(
        and(
          or(eq(members.emailFolded, folded), eq(members.usernameFolded, folded)),
          isNull(members.deletedAt),
        ),
      )
      .for('update');
    if (!member || (await isMailboxFull(tx, { kind: 'reset', memberId: member.id, now }))) return;
    const token = await issueLink(tx, { kind: 'reset', memberId: member.id, email: member.email, now });
    const path = `${await pageOf(tx, from)}?action=resetpassword&token=${token}`;
    const mail = writeMail(deps, 'reset', { to: member.email, lang, path });
    await recordAct(tx, systemCaller, { act: 'member.reset-requested', memberId: member.id, at: now });
    await addWork(tx, mailWork, { payload: mail, runAt: now });
  });
}

/** Home where nobody has that name: whoever asks for a mail may be a stranger, and its link has to work. */
async function pageOf(tx: Tx, from: PerformerPage | undefined): Promise<string> {
  const performer = from && (await findPerformer({ db: tx }, from.performer));
  return performer && !performer.removedAt ? pathTo(from.page, performer.username) : routes.home;
}
