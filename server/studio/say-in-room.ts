import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { sayInRoom as call } from '#contract/studio/studio-calls.ts';
import { writeMessage } from '#server/chat/room/message.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { performerById } from '#server/performers/profile/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { cleanText } from '#server/safety/words/clean-text.ts';

export async function sayInRoom(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('chat-message', `performer:${performerId}`);
  const performer = await performerById(deps, performerId);
  const { message, created } = await deps.db.transaction((tx) =>
    writeMessage(tx, {
      performerId,
      author: `performer:${performerId}`,
      clientId: input.clientId,
      messageType: 'host',
      sender: performer?.username ?? '',
      message: cleanText(deps, input.message),
      at: deps.now(),
    }),
  );
  if (created) deps.push.toRoom(performerId, 'chat-message', { room: performerId, message: message });
  return { message: message };
}
