import type { moderateMessage as call } from '#contract/chat/room/moderator-calls.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readOwnSession } from '../../session/chat-auth.ts';
import { takeMessageAway } from '../remove-message.ts';

/**
 * Removes a viewer's message from the room whose moderator the caller is. Throws what `readOwnSession` and
 * `takeMessageAway` throw.
 */
export async function moderateMessage(
  deps: Deps,
  caller: Caller,
  { auth, message }: ParsedInput<typeof call>,
): Promise<true> {
  const { member, session } = await readOwnSession(deps, caller, auth);
  await takeMessageAway(deps, member, { performerId: session.performerId, message });
  return true;
}
