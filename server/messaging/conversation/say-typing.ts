import type { ParsedInput } from '#contract/endpoint.ts';
import type { sayTyping as call } from '#contract/messaging/conversation-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { shownTo, visitorOf } from '#server/ports/performer-viewer.ts';
import { otherOf, pushTo, readerOf } from '../party.ts';
import { conversationOf } from '../reads.ts';

/** Also for performers. Nothing is pushed between blocked sides, nor to a performer who does not exist for the caller. */
export async function sayTyping(
  deps: Deps,
  caller: Caller,
  { conversationId }: ParsedInput<typeof call>,
): Promise<true> {
  const party = await readerOf(deps, caller);
  const { conversation, own, their } = await conversationOf(deps.db, party, conversationId);
  if (own.isBlocked || their.isBlocked) return true;
  if (caller.kind === 'member') {
    const performer = await deps.showingOf(deps.db, conversation.performerId);
    if (!shownTo(visitorOf(caller), performer)) return true;
  }
  const other = otherOf(conversation, party.side);
  pushTo(deps.push, other, `message-typing-${conversationId}`, { conversation: conversationId });
  return true;
}
