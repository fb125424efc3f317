import type { ParsedInput } from '#contract/endpoint.ts';
import type { forgotPassword as call } from '#contract/member/password-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { recoveryWork } from '../mail/send-reset-mail.ts';

/**
 * Only queues work, so that the response takes as long for any name. Not limited by account, since a stranger could use
 * the limit up: the outbox runner prevents flooding.
 */
export async function forgotPassword(
  deps: Deps,
  _caller: Caller,
  { email, username, from }: ParsedInput<typeof call>,
): Promise<true> {
  const emailOrUsername = email || username || '';
  const work = { payload: { emailOrUsername, from }, runAt: deps.now() };
  await deps.db.transaction((tx) => addWork(tx, recoveryWork, work));
  return true;
}
