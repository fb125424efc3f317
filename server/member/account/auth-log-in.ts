import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { authLogIn as call } from '#contract/member/account/account-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { logIn } from './log-in.ts';

export function authLogIn(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  return logIn(deps, caller, input);
}
