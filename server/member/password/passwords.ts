import { and, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Locale } from '#contract/locales.ts';
import type {
  changePassword as changePasswordCall,
  forgotPassword as forgotPasswordCall,
  readPasswordPolicy as readPasswordPolicyCall,
} from '#contract/member/settings/password-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { pageToReturnTo } from '#contract/site/site-page.ts';
import { performerPageOf } from '#contract/wallet/return-page.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, type MemberCaller, requireMember } from '#server/identity/caller.ts';
import { countPasskeys } from '#server/identity/passkeys/passkeys.ts';
import { forbidReset, isOpenedByReset } from '#server/identity/reset-sessions.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { renewToken } from '#server/identity/tokens.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { requireNewPassword } from '../account/account-password.ts';
import { closePending } from '../email/email-changes.ts';
import { closeLinks } from '../mail/links.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { memberAffiliate } from '../mail/member-address.ts';
import { recoveryWork } from '../mail/send-reset-mail.ts';
import { members } from '../tables.ts';

/**
 * Ends every other session and a pending change of the address, invalidates this session's token and mails the member,
 * also about passkeys, which stay.
 */
export async function changePassword(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof changePasswordCall>,
): Promise<true> {
  const member = requireMember(caller);
  await deps.limits.take('login-account', `member ${member.memberId}`);
  requireNewPassword(deps, input.newPassword, 'newPassword');
  const account = await readAccount(deps, member.memberId);
  const knows =
    (await isOpenedByReset(deps, member.sessionId, input.password)) ||
    (await deps.passwords.check(account.passwordHash, input.password));
  if (!knows) throw new AppError('badRequest.incorrectPassword');
  const passwordHash = await deps.passwords.hash(input.newPassword);
  await deps.db.transaction((tx) => replacePassword(deps, tx, { member, account, passwordHash }));
  return true;
}

interface Account {
  passwordHash: string;
  email: string;
  language: Locale;
}

async function readAccount({ db }: Deps, memberId: number): Promise<Account> {
  const [account] = await db
    .select({ passwordHash: members.passwordHash, email: members.email, language: members.language })
    .from(members)
    .where(eq(members.id, memberId));
  if (!account) throw new AppError('badRequest.unauthorized');
  return account;
}

async function replacePassword(
  deps: Deps,
  tx: Tx,
  { member, account, passwordHash }: { member: MemberCaller; account: Account; passwordHash: string },
): Promise<void> {
  const { memberId, sessionId } = member;
  const now = deps.now();
  // A concurrent request may have changed the password since the check.
  const changed = await tx
    .update(members)
    .set({ passwordHash })
    .where(and(eq(members.id, memberId), eq(members.passwordHash, account.passwordHash)))
    .returning({ id: members.id });
  if (changed.length === 0) throw new AppError('badRequest.incorrectPassword');
  await renewToken(tx, member, { memberId });
  await forbidReset(tx, sessionId);
  await closeLinks(tx, { kind: 'reset', memberId, now });
  // Somebody who knew the old password may have asked for it, and its link needs no login.
  await closePending(tx, memberId, now);
  const affiliate = await memberAffiliate(tx, memberId);
  const head = { to: account.email, lang: account.language, affiliate, path: '/' };
  const passkeys = deps.brand.hasFeature('passkeys')
    ? await countPasskeys(tx, { kind: 'member', memberId })
    : 0;
  const mail = writeMail(deps, 'passwordChanged', head, { passkeys: String(passkeys) });
  await addWork(tx, mailWork, { payload: mail, runAt: now });
  await recordAct(tx, member, { act: 'member.password-changed', at: now });
  const { length: ended } = await endSessions({ ...deps, db: tx }, { memberId, except: sessionId });
  tx.afterCommit(() => deps.events.record('member.password-changed', { member: memberId, ended }));
}

/**
 * Looks up no account, so that the response takes as long for any name: the outbox runner does. Not limited by account,
 * since a stranger could use the limit up: the outbox runner prevents flooding.
 */
export async function forgotPassword(
  deps: Deps,
  caller: Caller,
  { email, username, from }: ParsedInput<typeof forgotPasswordCall>,
): Promise<true> {
  const emailOrUsername = email || username || '';
  const payload = { emailOrUsername, from: await shownPage(deps, caller, from) };
  await deps.db.transaction((tx) => addWork(tx, recoveryWork, { payload, runAt: deps.now() }));
  return true;
}

/** A performer's page with the name as she writes it; undefined for one whom this visitor may not know of. */
async function shownPage(deps: Deps, caller: Caller, from: string | undefined): Promise<string | undefined> {
  const page = pageToReturnTo(from) ?? '';
  const wanted = performerPageOf(page);
  if (!wanted) return from;
  const performer = await performersFor(deps, visitorOf(caller)).byName(wanted.performer);
  return performer ? page.replace(/^[^?]*/, () => routes[wanted.page](performer.username)) : undefined;
}

export async function readPasswordPolicy({ config }: Deps): Promise<OutputOf<typeof readPasswordPolicyCall>> {
  return { policy: config.passwordPolicy };
}
