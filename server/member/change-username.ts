import { and, eq, ne } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { changeUsername as call } from '#contract/member/calls.ts';
import { refuseUsername } from '#contract/member/credentials.ts';
import { type Caller, requireMember } from '#server/caller.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import type { Deps } from '#server/deps.ts';
import { renewToken } from '#server/sessions.ts';
import { members } from './tables.ts';

/** Gives the member a name of their own choice, if it is free. */
export async function changeUsername(
  deps: Deps,
  caller: Caller,
  { username }: ParsedInput<typeof call>,
): Promise<{ token: string }> {
  const member = requireMember(caller);
  const fault = refuseUsername(username);
  if (fault === 'registration.error.forbiddenWords') throw new AppError('badRequest.forbiddenWords');
  if (fault) throw new AppError('badRequest.invalid.input', { fields: ['username'] });
  const usernameFolded = username.toLowerCase();
  try {
    const [taken] = await deps.db
      .select({ id: members.id })
      .from(members)
      .where(and(eq(members.usernameFolded, usernameFolded), ne(members.id, member.memberId)));
    if (taken) throw new AppError('badRequest.username_exists');
    await deps.db.update(members).set({ username, usernameFolded }).where(eq(members.id, member.memberId));
  } catch (error) {
    // Two members chose it in the same moment; the database let one of them.
    throw isDuplicate(error) ? new AppError('badRequest.username_exists') : error;
  }
  deps.push.toMember(member.memberId, 'member-changed', {});
  return { token: await renewToken(deps, member) };
}
