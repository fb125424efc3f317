import { and, eq, isNull } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { logInWithLink as call } from '#contract/member/calls.ts';
import type { Caller } from '#server/caller.ts';
import type { Deps } from '#server/deps.ts';
import { openLogin } from '#server/sessions.ts';
import { leaveSession } from './log-out.ts';
import { useLink } from './mail/links.ts';
import { members, sessions } from './tables.ts';

/** Trades a reset link for a session in which, until the link would have expired, it stands in for the old password. */
export async function logInWithLink(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<{ token: string }> {
  const opened = await deps.db.transaction(async (tx) => {
    const link = await useLink(tx, 'reset', { token: input.token, now: deps.now() });
    const [member] = await tx
      .select({ id: members.id })
      .from(members)
      .where(and(eq(members.id, link.memberId), eq(members.email, link.email), isNull(members.deletedAt)));
    if (!member) throw new AppError('badRequest.link.expired');
    const login = await openLogin({ ...deps, db: tx }, { kind: 'member', owner: member.id });
    await tx
      .update(sessions)
      .set({ resetHash: link.tokenHash, resetUntil: link.expiresAt })
      .where(eq(sessions.id, login.sessionId));
    return { ...login, memberId: member.id };
  });
  await leaveSession(deps, caller);
  deps.events.record('member.logged-in', { member: opened.memberId, link: true });
  return { token: opened.token };
}
