import type { ParsedInput } from '#contract/endpoint.ts';
import type { register as call } from '#contract/member/account/account-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { createAccount } from './create-account.ts';
import { registrationWork } from './register-later.ts';
import { requireNewPassword } from './require-new-password.ts';
import { networkHash } from './sign-up-networks.ts';

/**
 * With generic labels the outbox runner creates the account, so that nothing reveals a registered address
 * (docs/decisions/accounts/registered-addresses.md). Otherwise throws as createAccount does.
 */
export async function register(deps: Deps, caller: Caller, input: ParsedInput<typeof call>): Promise<true> {
  requireNewPassword(deps, input.password, 'password');
  const { password, ...rest } = input;
  const { config } = deps;
  const network = config.ring.accounts > 0 ? networkHash(config, caller.request.clientIp) : undefined;
  const account = { ...rest, network, passwordHash: await deps.passwords.hash(password) };
  if (config.loginLabels === 'generic') {
    const work = { payload: account, runAt: deps.now() };
    await deps.db.transaction((tx) => addWork(tx, registrationWork, work));
    return true;
  }
  await deps.db.transaction((tx) => createAccount(deps, tx, { caller, account }));
  return true;
}
