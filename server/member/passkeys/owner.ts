import { requireFeature } from '#server/calls/handler.ts';
import {
  type Caller,
  type DeskCaller,
  type MemberCaller,
  type PerformerCaller,
  requireDesk,
} from '#server/identity/caller.ts';
import { operatorById } from '#server/identity/operators/reads.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { confirmPassword } from '../account/account-password.ts';

export type PasskeyCaller = MemberCaller | PerformerCaller | (DeskCaller & DeskCaller['login']);

/** Throws `badRequest.unauthorized` for a caller without a login, and `badRequest.notFound` without the feature. */
export function requirePasskeyOwner(deps: Pick<Deps, 'brand'>, caller: Caller): PasskeyCaller {
  requireFeature(deps, 'passkeys');
  if (caller.kind === 'member') return caller;
  if (caller.kind === 'performer') {
    requireFeature(deps, 'studio');
    return caller;
  }
  const desk = requireDesk(caller);
  return { ...desk, ...desk.login };
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
  if (owner.kind === 'operator') return confirmOperator(deps, owner.operatorId, password);
  await deps.limits.take('login-account', `performer ${owner.performerId}`);
  const performer = await performersFor(deps, inHouse).byId(owner.performerId);
  if (!(await deps.passwords.check(performer?.passwordHash, password)) || !performer) return null;
  // The same person may also have a member's passkey for this site.
  const name = `${performer.username} (studio)`;
  return { userName: name, displayName: name };
}

async function confirmOperator(deps: Deps, operatorId: number, password: string) {
  await deps.limits.take('login-account', `operator ${operatorId}`);
  const operator = await operatorById(deps.db, operatorId);
  if (!(await deps.passwords.check(operator?.passwordHash, password)) || !operator) return null;
  const name = `${operator.email} (desk)`;
  return { userName: name, displayName: name };
}
