import type { SendMessageInput } from '#contract/chat/calls.ts';
import type { ChatMessage } from '#contract/chat/messages.ts';
import type { Caller } from '#server/caller.ts';
import type { Deps } from '#server/deps.ts';
import { writeLine } from './line.ts';
import { readOwnSession } from './session-auth.ts';

/** A member says a line to the room. Sent twice with one client id, it stands there once. */
export async function sendMessage(
  deps: Deps,
  caller: Caller,
  input: SendMessageInput,
): Promise<{ message: ChatMessage }> {
  const { memberId, session } = await readOwnSession(deps, caller, input.auth);
  await deps.limits.take('chat-message', String(memberId));
  const { line, fresh } = await deps.db.transaction((tx) =>
    writeLine(tx, {
      performerId: session.performerId,
      author: `member:${memberId}`,
      clientId: input.clientId,
      messageType: 'member',
      sender: session.sender,
      message: input.data.message,
      at: deps.now(),
    }),
  );
  if (fresh) {
    deps.push.toRoom(session.performerId, 'chat-message', { room: session.performerId, message: line });
    deps.events.record('chat.message-sent', { session: session.id });
  }
  return { message: line };
}
