import { eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { foldPassword } from '#contract/member/account/credentials.ts';
import { refusePassword } from '#contract/member/password-checks.ts';
import { openCommonPasswords } from '#server/identity/passwords/common-passwords.ts';
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

/**
 * Throws if a new password breaks the operator's policy or, unless that is the specification alone, is common in
 * breaches of other sites. `field` names the input field.
 */
export function requireNewPassword(
  { config, part }: Pick<Deps, 'config' | 'part'>,
  password: string,
  field: string,
): void {
  const refused = refusePassword(password, config.passwordPolicy);
  if (refused && refused !== 'registration.error.password_common')
    throw new AppError('badRequest.invalid.input', { fields: [field] });
  const isListed = () =>
    config.passwordPolicy !== 'spec' && part(openCommonPasswords).has(foldPassword(password));
  if (refused || isListed()) throw new AppError('badRequest.password_common');
}
