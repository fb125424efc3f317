import type { ParsedInput } from '#contract/endpoint.ts';
import type { sayTyping as sayTypingCall } from '#contract/messaging/conversation-calls.ts';
import { otherSide } from '#contract/messaging/messages.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { shownTo, visitorOf } from '#server/ports/performer-viewer.ts';
import { otherOf, type Party, partiesOf, pushTo, readerOf } from '../party.ts';
import { conversationOf } from '../reads.ts';
import { type Positions, toPrivateMessage } from './message.ts';
import type { StoredMessage } from './store-private-message.ts';

/** Pushes to both sides, each with its own view, including the sender's other pages. */
export function tellMessage(
  deps: Pick<Deps, 'config' | 'now' | 'push' | 'events'>,
  sender: Party,
  { positions: sent, ...stored }: StoredMessage,
): void {
  const { push, events } = deps;
  const { conversation, own, their } = sent;
  const reader = partiesOf(conversation)[otherSide(sender.side)];
  const views: [Party, Positions][] = [
    [sender, sent],
    [reader, { conversation, own: their, their: { readSeq: own.readSeq, deliveredSeq: own.readSeq } }],
  ];
  for (const [party, positions] of views) {
    const message = toPrivateMessage(deps, stored, { reader: party, positions });
    pushTo(push, party, 'private-message', { conversation: conversation.id, message });
    pushTo(push, party, `private-message-${conversation.id}`, message);
  }
  events.record('message.sent', { conversation: conversation.id, seq: stored.row.seq, by: sender.side });
}

/** Also for performers. Nothing is pushed between blocked sides, nor to a performer who does not exist for the caller. */
export async function sayTyping(
  deps: Deps,
  caller: Caller,
  { conversationId }: ParsedInput<typeof sayTypingCall>,
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
