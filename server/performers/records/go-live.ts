import { AppError } from '#contract/errors.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isApproved } from './identity.ts';

/** Throws `badRequest.identity.missing` if IDENTITY_REQUIRED is on and no approved record exists. */
export async function requireIdentity(
  { db, config }: Pick<Deps, 'config' | 'db'>,
  performerId: number,
): Promise<void> {
  if (config.identityRequired && !(await isApproved(db, performerId)))
    throw new AppError('badRequest.identity.missing');
}
