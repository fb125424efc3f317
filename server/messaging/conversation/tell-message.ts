import { otherSide } from '#contract/messaging/messages.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Party, partiesOf, pushTo } from '../party.ts';
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
