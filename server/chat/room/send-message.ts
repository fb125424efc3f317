import type { ParsedAction } from '#contract/chat/action-calls.ts';
import type { ChatMessage } from '#contract/chat/messages.ts';
import type { Caller } from '#server/identity/caller.ts';
import { realNameWords } from '#server/performers/records/real-name.ts';
import type { Deps } from '#server/ports/deps.ts';
import { cleanText } from '#server/safety/words/clean-text.ts';
import { readSpeaker } from '../dial-in/read-speaker.ts';
import { earlierLines } from './earlier-lines.ts';
import { roomWords } from './room-settings.ts';
import { storeMessage } from './store-message.ts';
import { tellModerating } from './waiting.ts';

/** Throws `badRequest.chat.muted`, `.slow` and `.words` if the room's rules refuse the message. */
export async function sendMessage(
  deps: Deps,
  caller: Caller,
  input: ParsedAction<'message'>,
): Promise<{ message: ChatMessage }> {
  const { author, session } = await readSpeaker(deps, caller, input.auth);
  await deps.limits.take('chat-message', author);
  const { clientId, data } = input;
  const at = deps.now();
  const draft = { performerId: session.performerId, author, clientId, text: data.message, at };
  const own = [
    ...(await roomWords(deps, session.performerId)),
    ...(await realNameWords(deps, session.performerId)),
  ];
  const { message, created, moderators } = await storeMessage(deps, {
    session: session.id,
    performerId: session.performerId,
    author,
    clientId: clientId ?? deps.newId(),
    messageType: 'member',
    message: cleanText(deps, data.message, { own, earlier: await earlierLines(deps, draft) }),
    location: caller.request.location,
    at,
  });
  if (created) {
    const payload = { room: session.performerId, message };
    if (message.seq === 0) tellModerating(deps, payload, moderators);
    else deps.push.toRoom(session.performerId, 'chat-message', payload);
    deps.events.record('chat.message-sent', { session: session.id });
  }
  return { message: { ...message, own: true } };
}
