import { and, eq, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { locales, splitLocale } from '#contract/locales.ts';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { isPage, isPageWith } from '#contract/site/page-routes.ts';
import { routes } from '#contract/site/routes.ts';
import { pageToReturnTo, withAffiliate } from '#contract/site/site-page.ts';
import { withQuery } from '#contract/site/site-path.ts';
import type { Affiliate } from '#contract/tracking/affiliate.ts';
import { performerPageAt } from '#contract/wallet/return-page.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { systemCaller } from '#server/identity/caller.ts';
import { addWork, mailWork, type WorkKind } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { isMailboxFull, issueLink } from './links.ts';
import { writeMail } from './mail-templates.ts';
import { affiliateIn } from './member-address.ts';

interface Recovery {
  emailOrUsername: string;
  /** The page the link leads back to; a performer's page as the visitor who asked may see it. */
  from?: string | undefined;
}

/** The outbox runner looks up the account, so that the response time reveals nothing. */
export const recoveryWork: WorkKind<Recovery> = {
  kind: 'recovery',
  payload: z.object({
    emailOrUsername: z.string(),
    from: z.string().optional().catch(undefined),
  }),
};

/** Sends a reset link if the account exists and has fewer than three open ones. */
export async function sendResetMail(deps: Deps, { emailOrUsername, from }: Recovery): Promise<void> {
  const folded = foldEmail(emailOrUsername);
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const [member] = await tx
      .select({ id: members.id, email: members.email, lang: members.language, meta: members.meta })
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
    const affiliate = affiliateIn(member.meta);
    const path = linkPath(deps, { from, token, affiliate });
    const mail = writeMail(deps, 'reset', { to: member.email, lang: member.lang, affiliate, path });
    await recordAct(tx, systemCaller, { act: 'member.reset-requested', memberId: member.id, at: now });
    await addWork(tx, mailWork, { payload: mail, runAt: now });
  });
}

/**
 * The page of the request, which opens a dialog; a member's page follows after the reset page. Home if it does not
 * exist: a stranger may have requested the mail, and the link must work.
 */
function linkPath(
  deps: Deps,
  { from, token, affiliate }: { from: string | undefined; token: string; affiliate: Affiliate },
): string {
  const page = withAffiliate(pageToReturnTo(from) ?? routes.home, affiliate);
  const [pathname = '', search] = page.split('?', 2);
  const { path } = splitLocale(pathname);
  if (isPageWith('members', path)) return withQuery(routes.resetPassword, { token, next: page });
  const query = search === undefined ? '' : `?${search}`;
  return withQuery((pathOf(deps, path) ?? routes.home) + query, {
    action: 'resetpassword',
    token,
  });
}

/** Null if there is no such page; a performer's was looked up for the visitor who asked. */
function pathOf({ brand: { categories } }: Deps, path: string): string | null {
  if (performerPageAt(path)) return path;
  const isCategory = locales.some((locale) =>
    categories[locale].some(({ slug }) => routes.category(slug) === path),
  );
  return isCategory || isPage(path) ? path : null;
}
