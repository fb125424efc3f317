import { and, eq, gt } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { changePassword as call, Language } from '#contract/member/calls.ts';
import { type Caller, type MemberCaller, requireMember } from '#server/caller.ts';
import type { Tx } from '#server/db/open.ts';
import type { Deps } from '#server/deps.ts';
import { addWork } from '#server/outbox/work.ts';
import { checkPassword, hashPassword } from '#server/passwords.ts';
import { hashToken } from '#server/tokens.ts';
import { endSessions } from './end-sessions.ts';
import { writeMail } from './mail/letters.ts';
import { closeLinks } from './mail/links.ts';
import { requireNewPassword } from './require-new-password.ts';
import { members, sessions } from './tables.ts';

/** Sets a new password, ends every other login and tells the member by mail. */
export async function changePassword(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<true> {
  const member = requireMember(caller);
  await deps.limits.take('login-account', `member ${member.memberId}`);
  requireNewPassword(deps, input.newPassword, 'newPassword');
  const account = await readAccount(deps, member.memberId);
  const knows =
    (await cameByLink(deps, member, input.password)) ||
    (await checkPassword(account.passwordHash, input.password));
  if (!knows) throw new AppError('badRequest.incorrectPassword');
  const passwordHash = await hashPassword(input.newPassword);
  const ended = await deps.db.transaction((tx) =>
    replacePassword(deps, tx, { member, account, passwordHash }),
  );
  deps.wakeOutbox();
  for (const session of ended) deps.push.endSession(session);
  deps.events.record('member.password-changed', { member: member.memberId, ended: ended.length });
  return true;
}

interface Account {
  passwordHash: string;
  email: string;
  language: Language;
}

async function readAccount({ db }: Deps, memberId: number): Promise<Account> {
  const [account] = await db
    .select({ passwordHash: members.passwordHash, email: members.email, language: members.language })
    .from(members)
    .where(eq(members.id, memberId));
  if (!account) throw new AppError('badRequest.unauthorized');
  return account;
}

/** Whether this very session was opened with the reset link whose token is given as the old password. */
async function cameByLink({ db, now }: Deps, { sessionId }: MemberCaller, token: string): Promise<boolean> {
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.resetHash, hashToken(token)),
        gt(sessions.resetUntil, now()),
      ),
    );
  return session !== undefined;
}

async function replacePassword(
  deps: Deps,
  tx: Tx,
  { member, account, passwordHash }: { member: MemberCaller; account: Account; passwordHash: string },
): Promise<string[]> {
  const { memberId, sessionId } = member;
  const now = deps.now();
  await tx.update(members).set({ passwordHash }).where(eq(members.id, memberId));
  await tx.update(sessions).set({ resetHash: null, resetUntil: null }).where(eq(sessions.id, sessionId));
  await closeLinks(tx, { kind: 'reset', memberId, now });
  const mail = writeMail(deps, 'passwordChanged', { to: account.email, lang: account.language, path: '/' });
  await addWork(tx, { kind: 'mail', payload: mail }, now);
  return endSessions(tx, memberId, { now, except: sessionId });
}
