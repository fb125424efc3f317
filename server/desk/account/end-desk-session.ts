import type { endDeskSession as call } from '#contract/desk/account-calls.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endDeskSessions } from './end-desk-sessions.ts';

export async function endDeskSession(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof call>,
): Promise<true> {
  await endDeskSessions(deps, requireDesk(caller), { only: session });
  return true;
}
