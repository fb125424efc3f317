import type { Deps } from '#server/ports/deps.ts';
import type { LimitName } from '#server/ports/limits.ts';
import type { Caller } from './caller.ts';
import { knownDevice } from './devices.ts';
import { networkOf } from './network.ts';
import type { SessionOwner } from './sessions.ts';

/** The cookie is read for an account that does not exist, too, so that timing tells nothing. */
const nobody: SessionOwner = { kind: 'member', memberId: 0 };

export interface Attempt {
  /** As it was typed, folded: an account that does not exist is counted like one that does. */
  readonly account: string;
  /** Null where there is no such account. */
  readonly owner: SessionOwner | null;
}

/**
 * Counts an attempt to log in (docs/decisions/0039). A browser known to the account has a count of its own, which no
 * stranger can spend. Any other one counts for account and network together, and for the account alone, so that many
 * networks cannot guess for ever. Throws `badRequest.tooMany`. The answer takes the counts back, after a success.
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
