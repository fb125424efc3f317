import type { ChatMessage } from '#contract/chat/messages.ts';
import type { SendMessageInput } from '#contract/chat/room-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readSpeaker } from '../dial-in/read-speaker.ts';
import { writeMessage } from './message.ts';

export async function sendMessage(
  deps: Deps,
  caller: Caller,
  input: SendMessageInput,
): Promise<{ message: ChatMessage }> {
  const { author, session } = await readSpeaker(deps, caller, input.auth);
  await deps.limits.take('chat-message', author);
  const { message, created } = await deps.db.transaction((tx) =>
    writeMessage(tx, {
      performerId: session.performerId,
      author,
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
