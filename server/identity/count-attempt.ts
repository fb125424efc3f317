import type { Deps } from '#server/ports/deps.ts';
import type { LimitName } from '#server/ports/limits.ts';
import type { Caller } from './caller.ts';
import { knownDevice } from './devices.ts';
import { networkOf } from './network.ts';
import type { SessionOwner } from './sessions.ts';

/** The cookie is also read for a missing account, so that timing reveals nothing. */
const nobody: SessionOwner = { kind: 'member', memberId: 0 };

export interface Attempt {
  /** The folded input: a missing account is counted like an existing one. */
  readonly account: string;
  /** Null if the account is missing. */
  readonly owner: SessionOwner | null;
}

/**
 * Counts a login attempt: per known browser, which strangers cannot use up, else by account and network and by
 * account. Throws `badRequest.tooMany`. Returns a function that clears the counts.
 */
export async function countAttempt(
  deps: Pick<Deps, 'config' | 'limits' | 'now'>,
  { request }: Caller,
  { account, owner }: Attempt,
): Promise<() => Promise<void>> {
  const device = await knownDevice(deps, request.device, owner ?? nobody);
  const counts: readonly (readonly [LimitName, string])[] = device
    ? [['login-account', `device ${device}`]]
    : [
        ['login-account', `${networkOf(request.clientIp)} ${account}`],
        ['login-account-wide', account],
      ];
  for (const [name, key] of counts) await deps.limits.take(name, key);
  return async () => {
    for (const [name, key] of counts) await deps.limits.clear(name, key);
  };
}
