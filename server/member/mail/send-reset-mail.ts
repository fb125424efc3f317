import { and, eq, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { storedLang } from '#contract/fields.ts';
import { type Locale, locales, splitLocale } from '#contract/locales.ts';
import { foldEmail } from '#contract/member/credentials.ts';
import { isPage, isPageWith } from '#contract/page-routes.ts';
import { routes } from '#contract/routes.ts';
import { pageToReturnTo } from '#contract/site/site-page.ts';
import { withQuery } from '#contract/site/site-path.ts';
import { performerPageAt } from '#contract/wallet/return-page.ts';
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
  from?: string | undefined;
}

/** Whether there is an account is looked up by the outbox runner, so that the answer's timing cannot tell. */
export const recoveryWork: WorkKind<Recovery> = {
  kind: 'recovery',
  payload: z.object({
    emailOrUsername: z.string(),
    lang: storedLang,
    from: z.string().optional().catch(undefined),
  }),
};

/** Sends a reset link, if there is such an account and its mailbox has no three that are open. */
export async function sendResetMail(deps: Deps, { emailOrUsername, lang, from }: Recovery): Promise<void> {
  const folded = foldEmail(emailOrUsername);
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
    const path = await linkPath(deps, tx, { from, token });
    const mail = writeMail(deps, 'reset', { to: member.email, lang, path });
    await recordAct(tx, systemCaller, { act: 'member.reset-requested', memberId: member.id, at: now });
    await addWork(tx, mailWork, { payload: mail, runAt: now });
  });
}

/**
 * The page the mail was asked for on, where the link of the mail opens a dialog; a member's page comes after the page of
 * its own. Home for what is not there: whoever asks for a mail may be a stranger, and its link has to work.
 */
async function linkPath(
  deps: Deps,
  tx: Tx,
  { from, token }: { from: string | undefined; token: string },
): Promise<string> {
  const page = pageToReturnTo(from) ?? routes.home;
  const [pathname = '', search] = page.split('?', 2);
  const { path } = splitLocale(pathname);
  if (isPageWith('members', path)) return withQuery(routes.resetPassword, { token, next: page });
  const query = search === undefined ? '' : `?${search}`;
  return withQuery(((await pathOf(deps, tx, path)) ?? routes.home) + query, {
    action: 'resetpassword',
    token,
  });
}

/** As it is written; null where no page is. */
async function pathOf({ brand: { categories } }: Deps, tx: Tx, path: string): Promise<string | null> {
  const wanted = performerPageAt(path);
  if (wanted) {
    const performer = await findPerformer({ db: tx }, wanted.performer);
    return performer && !performer.removedAt ? routes[wanted.page](performer.username) : null;
  }
  const isCategory = locales.some((locale) =>
    categories[locale].some(({ slug }) => routes.category(slug) === path),
  );
  return isCategory || isPage(path) ? path : null;
}
