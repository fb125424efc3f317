import { AppError } from '#contract/errors.ts';
import { foldPassword } from '#contract/member/account/credentials.ts';
import { refusePassword } from '#contract/member/password-checks.ts';
import { openCommonPasswords } from '#server/identity/common-passwords.ts';
import type { Deps } from '#server/ports/deps.ts';

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
