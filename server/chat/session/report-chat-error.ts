import type { reportChatError as call } from '#contract/chat/session-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Maximum number of characters in the log. */
const LOGGED = 120;

export async function reportChatError(
  deps: Deps,
  _caller: Caller,
  { error }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const text = typeof error === 'string' ? error : JSON.stringify(error);
  deps.events.record('chat.player-error', { error: text.slice(0, LOGGED) });
  return { logged: true };
}
