import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { sayInRoom as call } from '#contract/studio/studio-calls.ts';
import { earlierLines } from '#server/chat/room/earlier-lines.ts';
import { writeMessage } from '#server/chat/room/message.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { cleanText } from '#server/safety/words/clean-text.ts';

export async function sayInRoom(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('chat-message', `performer:${performerId}`);
  const performer = await performersFor(deps, inHouse).byId(performerId);
  const author = `performer:${performerId}`;
  const at = deps.now();
  const { clientId, message: text } = input;
  const earlier = await earlierLines(deps, { performerId, author, clientId, text, at });
  return deps.db.transaction(async (tx) => {
    const { message, created } = await writeMessage(tx, {
      performerId,
      author,
      clientId,
      messageType: input.messageType,
      sender: performer?.username ?? '',
      message: cleanText(deps, text, { earlier }),
      at,
    });
    if (created)
      tx.afterCommit(() => deps.push.toRoom(performerId, 'chat-message', { room: performerId, message }));
    return { message };
  });
}
