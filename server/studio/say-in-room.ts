import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { sayInRoom as sayCall } from '#contract/studio/calls.ts';
import { type Caller, requirePerformer } from '#server/caller.ts';
import { writeLine } from '#server/chat/line.ts';
import type { Deps } from '#server/deps.ts';
import { performerById } from '#server/performers/reads.ts';

/** The performer says a line to everyone in her room. */
export async function sayInRoom(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof sayCall>,
): Promise<OutputOf<typeof sayCall>> {
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('chat-message', `performer:${performerId}`);
  const performer = await performerById(deps, performerId);
  const { line, fresh } = await deps.db.transaction((tx) =>
    writeLine(tx, {
      performerId,
      author: `performer:${performerId}`,
      clientId: input.clientId,
      messageType: 'host',
      sender: performer?.username ?? '',
      message: input.message,
      at: deps.now(),
    }),
  );
  if (fresh) deps.push.toRoom(performerId, 'chat-message', { room: performerId, message: line });
  return { message: line };
}
