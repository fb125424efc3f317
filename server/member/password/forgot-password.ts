import type { ParsedInput } from '#contract/endpoint.ts';
import type { forgotPassword as call } from '#contract/member/password-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { recoveryWork } from '../mail/send-reset-mail.ts';

/**
 * Only leaves work in the outbox: the answer takes as long for any name. Not limited by account, which a stranger could
 * use up: the runner sees to it that the mailbox is not flooded.
 */
export async function forgotPassword(
  deps: Deps,
  _caller: Caller,
  { email, username, from, lang }: ParsedInput<typeof call>,
): Promise<true> {
  const emailOrUsername = email || username || '';
  await addWork(deps.db, recoveryWork, { payload: { emailOrUsername, lang, from }, runAt: deps.now() });
  deps.wakeOutbox();
  return true;
}
