import { eq } from 'drizzle-orm';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';

/**
 * Returns the account of a logged-in member if the password is right, else null. An attempt counts like a login: throws
 * `badRequest.tooMany`.
 */
export async function confirmPassword(
  deps: Deps,
  memberId: number,
  password: string,
): Promise<{ email: string; username: string } | null> {
  await deps.limits.take('login-account', `member ${memberId}`);
  const [account] = await deps.db
    .select({ email: members.email, username: members.username, passwordHash: members.passwordHash })
    .from(members)
    .where(eq(members.id, memberId));
  const isRight = await deps.passwords.check(account?.passwordHash, password);
  return isRight && account ? { email: account.email, username: account.username } : null;
}
