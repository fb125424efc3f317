import type { ParsedInput } from '#contract/endpoint.ts';
import type { forgotPassword as call } from '#contract/member/calls.ts';
import type { Caller } from '#server/caller.ts';
import type { Deps } from '#server/deps.ts';
import { addWork } from '#server/outbox/work.ts';

/** Notes that a reset was asked for. Nobody is looked up here: the answer takes as long for any name. */
export async function forgotPassword(
  deps: Deps,
  _caller: Caller,
  { email, username, lang }: ParsedInput<typeof call>,
): Promise<true> {
  const emailOrUsername = email || username || '';
  await deps.limits.take('recovery', `account ${emailOrUsername.toLowerCase()}`);
  await addWork(deps.db, { kind: 'recovery', payload: { emailOrUsername, lang } }, deps.now());
  deps.wakeOutbox();
  return true;
}
