import type { ChatMessage } from '#contract/chat/messages.ts';
import type { SendMessageInput } from '#contract/chat/room-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readOwnSession } from '../session/chat-auth.ts';
import { writeMessage } from './message.ts';

export async function sendMessage(
  deps: Deps,
  caller: Caller,
  input: SendMessageInput,
): Promise<{ message: ChatMessage }> {
  const { member, session } = await readOwnSession(deps, caller, input.auth);
  await deps.limits.take('chat-message', String(member.memberId));
  const { message, created } = await deps.db.transaction((tx) =>
    writeMessage(tx, {
      performerId: session.performerId,
      author: `member:${member.memberId}`,
      clientId: input.clientId,
      messageType: 'member',
      sender: session.sender,
      message: input.data.message,
      at: deps.now(),
    }),
  );
  if (created) {
    deps.push.toRoom(session.performerId, 'chat-message', { room: session.performerId, message });
    deps.events.record('chat.message-sent', { session: session.id });
  }
  return { message };
}
