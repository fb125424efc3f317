import { type readChatMessages as call, GAP_LIMIT } from '#contract/chat/action-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readAuth } from '../session/chat-auth.ts';
import { messagesAfter, removedMessages, returnedTips } from './reads.ts';
import { sanctionedOf } from './sanctions/reads.ts';
import { authorOf, waitingFor } from './waiting.ts';

/** Returns messages after a sequence number to a viewer who is or was in the room. */
export async function readChatMessages(
  deps: Deps,
  caller: Caller,
  { auth, after }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const session = await readAuth(deps, caller, auth);
  const viewer = sanctionedOf(session);
  const reader = { performerId: session.performerId, session: session.id, author: authorOf(viewer) };
  const messages = await messagesAfter(deps, reader, after);
  const returned = await returnedTips(deps, reader, after);
  const more = messages.length === GAP_LIMIT;
  const waiting = more ? [] : await waitingFor(deps, session.performerId, viewer);
  return {
    messages: [...returned, ...messages, ...waiting],
    more,
    removed: await removedMessages(deps, session.performerId),
  };
}
