import { messagingId } from '#contract/messaging/conversations.ts';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import type { Deps } from '#server/ports/deps.ts';
import { otherOf, type Party } from '../party.ts';
import { type SentPhoto, toAttachment } from '../photos/reads.ts';
import type { OpenedRow } from '../reads.ts';
import type { privateMessages } from '../tables.ts';

export type MessageRow = typeof privateMessages.$inferSelect;

/** Read and delivered positions, as seen by the reading side. */
export interface Positions {
  conversation: Pick<OpenedRow['conversation'], 'id' | 'memberId' | 'performerId'>;
  own: Pick<OpenedRow['own'], 'readSeq'>;
  their: Pick<OpenedRow['their'], 'readSeq' | 'deliveredSeq'>;
}

/** A message row without its internal columns, its photo, and the credits of it that were given back. */
export interface MessageWithPhoto {
  row: Omit<MessageRow, 'transferId' | 'returnedAt'>;
  photo: SentPhoto | null;
  returned?: number | undefined;
}

/** A message as one of the two sides sees it. */
export function toPrivateMessage(
  deps: Pick<Deps, 'config' | 'now'>,
  { row, photo, returned }: MessageWithPhoto,
  { reader, positions }: { reader: Party; positions: Positions },
): PrivateMessage {
  const { side, id } = reader;
  const { conversation, own, their } = positions;
  const isOwn = row.owner === side;
  const other = otherOf(conversation, side);
  const receiver = isOwn ? other : { side, id };
  return {
    id: row.id,
    conversation: row.conversationId,
    seq: row.seq,
    clientId: isOwn ? row.clientId : null,
    createdAt: row.sentAt.toISOString(),
    type: row.isMedia ? 'media' : 'text',
    content: row.content,
    attachment: photo && toAttachment(deps, reader, photo),
    owner: isOwn ? 'self' : 'other',
    receiver: messagingId(receiver.side, receiver.id),
    read: (isOwn ? their : own).readSeq >= row.seq,
    deliveryStatus: !isOwn || their.deliveredSeq >= row.seq ? 'delivered' : 'sent',
    mass: row.isMass,
    ...(returned !== undefined && { returned }),
  };
}
