import { type readChatMessages as call, GAP_LIMIT } from '#contract/chat/room-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readAuth } from '../session/chat-auth.ts';
import { messagesAfter } from './reads.ts';

/** Returns messages after a sequence number to a viewer who is or was in the room. */
export async function readChatMessages(
  deps: Deps,
  caller: Caller,
  { auth, after }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const session = await readAuth(deps, caller, auth);
  const messages = await messagesAfter(
    deps,
    { performerId: session.performerId, session: session.id },
    after,
  );
  return { messages, more: messages.length === GAP_LIMIT };
}
