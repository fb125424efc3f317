import type { ChatMessage } from '#contract/chat/messages.ts';
import type { SendMessageInput } from '#contract/chat/room-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { cleanText } from '#server/safety/words/clean-text.ts';
import { readOwnSession } from '../session/chat-auth.ts';
import { writeMessage } from './message.ts';
import { roomRules } from './room-settings.ts';
import { readVoice, requireTurn, requireVoice } from './voice.ts';

/** Throws `badRequest.chat.muted`, `.slow` and `.words` for what the room's rules do not let through. */
export async function sendMessage(
  deps: Deps,
  caller: Caller,
  input: SendMessageInput,
): Promise<{ message: ChatMessage }> {
  const { member, session } = await readOwnSession(deps, caller, input.auth);
  await deps.limits.take('chat-message', String(member.memberId));
  const { performerId } = session;
  const { slowSeconds, words } = await roomRules(deps, performerId);
  const voice = await readVoice(deps, { performerId, slowSeconds }, session);
  const author = `member:${member.memberId}`;
  const said = {
    performerId,
    author,
    clientId: input.clientId,
    messageType: 'member' as const,
    sender: session.sender,
    message: cleanText(deps, input.data.message, words),
    at: deps.now(),
  };
  const { message, created } = await deps.db.transaction(async (tx) => {
    const written = await writeMessage(tx, said);
    // What was said before stays said: it is answered again.
    if (!written.created) return written;
    requireVoice(voice);
    await requireTurn(tx, { ...said, message: written.message }, slowSeconds);
    return written;
  });
  if (created) {
    deps.push.toRoom(session.performerId, 'chat-message', { room: session.performerId, message });
    deps.events.record('chat.message-sent', { session: session.id });
  }
  return { message };
}
