import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { updateMember as call } from '#contract/member/settings/settings-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { renewToken } from '#server/identity/renew-token.ts';
import { sessionToken } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changePassword } from '../password/change-password.ts';
import { changeUsername } from './change-username.ts';

/**
 * Both settings keep the session; a new password invalidates the previous token. Throws `badRequest.forbidden` for
 * another member's id.
 */
export async function updateMember(
  deps: Deps,
  caller: Caller,
  { memberId, data }: ParsedInput<typeof call>,
): Promise<{ token: string }> {
  const member = requireMember(caller);
  if (member.memberId !== memberId) throw new AppError('badRequest.forbidden');
  if ('username' in data) return changeUsername(deps, caller, data);
  await changePassword(deps, caller, data);
  if (caller.request.session === 'token') await renewToken(deps.db, member, { memberId, isReturned: true });
  return { token: await sessionToken(deps, member) };
}
