import { messagingId } from '#contract/messaging/conversations.ts';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import { otherOf, type Party } from '../party.ts';
import type { OpenedRow } from '../reads.ts';
import type { privateMessages } from '../tables.ts';

export type MessageRow = typeof privateMessages.$inferSelect;

/** How far each side has come, from the side that looks. */
export interface Positions {
  conversation: Pick<OpenedRow['conversation'], 'id' | 'memberId' | 'performerId'>;
  own: Pick<OpenedRow['own'], 'readSeq'>;
  their: Pick<OpenedRow['their'], 'readSeq' | 'deliveredSeq'>;
}

/** A message as one of the two sides sees it. */
export function toMessage(
  row: Omit<MessageRow, 'transferId' | 'returnedAt'>,
  { side, id }: Party,
  { conversation, own, their }: Positions,
): PrivateMessage {
  const isOwn = row.owner === side;
  const other = otherOf(conversation, side);
  const receiver = isOwn ? other : { side, id };
  return {
    id: row.id,
    conversation: row.conversationId,
    seq: row.seq,
    clientId: isOwn ? row.clientId : null,
    createdAt: row.sentAt.toISOString(),
    type: 'text',
    content: row.content,
    attachment: null,
    owner: isOwn ? 'self' : 'other',
    receiver: messagingId(receiver.side, receiver.id),
    read: (isOwn ? their : own).readSeq >= row.seq,
    deliveryStatus: !isOwn || their.deliveredSeq >= row.seq ? 'delivered' : 'sent',
    mass: row.isMass,
  };
}
