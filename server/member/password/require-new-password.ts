import { AppError } from '#contract/errors.ts';
import { refusePassword } from '#contract/member/credentials.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Throws when a new password breaks the operator's policy; `field` names the input it came in. */
export function requireNewPassword({ config }: Pick<Deps, 'config'>, password: string, field: string): void {
  const refused = refusePassword(password, config.passwordPolicy);
  if (refused === 'registration.error.password_common') throw new AppError('badRequest.password_common');
  if (refused) throw new AppError('badRequest.invalid.input', { fields: [field] });
}
