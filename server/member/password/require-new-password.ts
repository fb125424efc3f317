import { AppError } from '#contract/errors.ts';
import { foldPassword, refusePassword } from '#contract/member/credentials.ts';
import { isCommonPassword } from '#server/identity/common-passwords.ts';
import type { Deps } from '#server/ports/deps.ts';

/**
 * Throws when a new password breaks the operator's policy, or breaches of other sites have shown it often; `field` names
 * the input it came in.
 */
export function requireNewPassword({ config }: Pick<Deps, 'config'>, password: string, field: string): void {
  const refused = refusePassword(password, config.passwordPolicy);
  if (refused && refused !== 'registration.error.password_common')
    throw new AppError('badRequest.invalid.input', { fields: [field] });
  if (refused || isCommonPassword(foldPassword(password))) throw new AppError('badRequest.password_common');
}
