import type { ParsedAction } from '#contract/chat/action-calls.ts';
import type { ChatMessage } from '#contract/chat/messages.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { cleanText } from '#server/safety/words/clean-text.ts';
import { readSpeaker } from '../dial-in/read-speaker.ts';
import { earlierLines } from './earlier-lines.ts';
import { roomWords } from './room-settings.ts';
import { storeMessage } from './store-message.ts';

/** Throws `badRequest.chat.muted`, `.slow` and `.words` for what the room's rules do not let through. */
export async function sendMessage(
  deps: Deps,
  caller: Caller,
  input: ParsedAction<'message'>,
): Promise<{ message: ChatMessage }> {
  const { author, place } = await readSpeaker(deps, caller, input.auth);
  await deps.limits.take('chat-message', author);
  const { clientId, data } = input;
  const at = deps.now();
  const said = { performerId: place.performerId, author, clientId, text: data.message, at };
  const own = await roomWords(deps, place.performerId);
  const { message, created } = await storeMessage(deps, {
    session: place.id,
    performerId: place.performerId,
    author,
    clientId: clientId ?? deps.newId(),
    messageType: 'member',
    message: cleanText(deps, data.message, { own, earlier: await earlierLines(deps, said) }),
    at,
  });
  if (created) {
    deps.push.toRoom(place.performerId, 'chat-message', { room: place.performerId, message });
    deps.events.record('chat.message-sent', { session: place.id });
  }
  return { message };
}
