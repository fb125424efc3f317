import type { leaveChat as leaveCall } from '#contract/chat/calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/caller.ts';
import type { Deps } from '#server/deps.ts';
import { endSession } from './end-session.ts';
import { readAuthToLeave } from './session-auth.ts';

/** Leaves for good; leaving twice (call and beacon) is the same as once. */
export async function leaveChat(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof leaveCall>,
): Promise<OutputOf<typeof leaveCall>> {
  const session = await readAuthToLeave(deps, caller, input.auth);
  await endSession(deps, session.id, 'left');
  return { left: true };
}
