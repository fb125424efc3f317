import { AppError } from '#contract/errors.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import type { Caller, MemberCaller, PerformerCaller } from '#server/identity/caller.ts';
import { performerById } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { confirmPassword } from '../account/confirm-password.ts';

export type PasskeyCaller = MemberCaller | PerformerCaller;

/** Throws `badRequest.unauthorized` unless the caller is a member or performer, and `badRequest.notFound` without the feature. */
export function requirePasskeyOwner(deps: Pick<Deps, 'brand'>, caller: Caller): PasskeyCaller {
  requireFeature(deps, 'passkeys');
  if (caller.kind === 'performer') requireFeature(deps, 'studio');
  else if (caller.kind !== 'member') throw new AppError('badRequest.unauthorized');
  return caller;
}

/**
 * Names under which authenticators show a passkey of the account, if the password is right; else null. An attempt
 * counts like a login: throws `badRequest.tooMany`.
 */
export async function confirmOwner(
  deps: Deps,
  owner: PasskeyCaller,
  password: string,
): Promise<{ userName: string; displayName: string } | null> {
  if (owner.kind === 'member') {
    const account = await confirmPassword(deps, owner.memberId, password);
    return account && { userName: account.email, displayName: account.username };
  }
  await deps.limits.take('login-account', `performer ${owner.performerId}`);
  const performer = await performerById(deps, owner.performerId);
  if (!(await deps.passwords.check(performer?.passwordHash, password)) || !performer) return null;
  // The same person may also have a member's passkey for this site.
  const name = `${performer.username} (studio)`;
  return { userName: name, displayName: name };
}
