import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { type Side, sides } from '#contract/messaging/messages.ts';
import type { TransferResult } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { spend } from '#server/wallet/spending/spend.ts';
import type { Party } from '../party.ts';
import { photosOf, type SentPhoto } from '../photos/reads.ts';
import type { ConversationRow, SideRow } from '../reads.ts';
import { conversationSides, conversations, photos, privateMessages } from '../tables.ts';
import type { MessageWithPhoto, Positions } from './message.ts';

export interface NewMessage {
  memberId: number;
  performerId: number;
  clientId: string;
  /** The displayed text, with contact details masked. */
  content: string;
  /** Id of an unused upload. */
  photo: string | null;
  /** True if the same text or picture went to many. */
  isMass?: boolean;
  /** Credits the member pays; null for a performer's message. */
  price: number | null;
  at: Date;
}

export interface StoredMessage extends MessageWithPhoto {
  positions: Positions;
  /** False if the client id had already stored it. */
  created: boolean;
  /** The member's balance in credits; null if nothing was charged now. */
  balance: number | null;
}

/**
 * The only writer of private messages: stores message and payment (`message:{member}:{clientId}`) in the caller's
 * transaction, and creates a missing conversation. Throws `badRequest.idempotency.conflict` for another text, photo
 * or performer under the same client id, `badRequest.conversation.blocked` or `.ownBlock`,
 * `badRequest.photo.notExists` for a photo that is not the sender's unused one, and as `spend` does.
 */
export async function storePrivateMessage(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  { side }: Pick<Party, 'side'>,
  message: NewMessage,
): Promise<StoredMessage> {
  const { clientId, content, price, at } = message;
  const conversation = await lockConversation(tx, message);
  const { own, their } = await sidesOf(tx, conversation.id, side);
  const [earlier] = await tx
    .select()
    .from(privateMessages)
    .where(
      and(
        eq(privateMessages.conversationId, conversation.id),
        eq(privateMessages.owner, side),
        eq(privateMessages.clientId, clientId),
      ),
    );
  if (earlier) {
    const photo = (await photosOf(tx, [earlier])).get(earlier.id) ?? null;
    if (earlier.content !== content || (photo?.id ?? null) !== message.photo)
      throw new AppError('badRequest.idempotency.conflict');
    return { row: earlier, photo, positions: { conversation, own, their }, created: false, balance: null };
  }
  if (own.isBlocked) throw new AppError('badRequest.conversation.ownBlock');
  if (their.isBlocked) throw new AppError('badRequest.conversation.blocked');
  const photo = message.photo === null ? null : await lockPhoto(tx, side, message, message.photo);
  const paid = price === null ? null : await pay(config, tx, message, price);
  const [row] = await tx
    .insert(privateMessages)
    .values({
      conversationId: conversation.id,
      seq: conversation.lastSeq + 1,
      owner: side,
      clientId,
      content,
      isMass: message.isMass ?? false,
      isMedia: photo !== null,
      transferId: paid?.transferId ?? null,
      sentAt: at,
    })
    .returning();
  if (!row) throw new Error(`Message in conversation ${conversation.id} was not inserted`);
  if (photo) await tx.update(photos).set({ messageId: row.id }).where(eq(photos.id, photo.id));
  await tx
    .update(conversations)
    .set({ lastSeq: row.seq, lastOwner: side, updatedAt: at })
    .where(eq(conversations.id, conversation.id));
  // A sender who had read everything has also read the own message.
  const [read] = await tx
    .update(conversationSides)
    .set({ readSeq: row.seq, deliveredSeq: row.seq })
    .where(and(isSide(conversation.id, side), eq(conversationSides.readSeq, conversation.lastSeq)))
    .returning();
  const positions = { conversation, own: read ?? own, their };
  return { row, photo, positions, created: true, balance: paid?.balance ?? null };
}

/** Locks the conversation of the pair, which orders its messages; creates it if it is missing. */
async function lockConversation(tx: Tx, { memberId, performerId, at }: NewMessage): Promise<ConversationRow> {
  const find = () =>
    tx
      .select()
      .from(conversations)
      .where(and(eq(conversations.memberId, memberId), eq(conversations.performerId, performerId)))
      .for('update');
  const [known] = await find();
  if (known) return known;
  const [made] = await tx
    .insert(conversations)
    .values({ memberId, performerId, createdAt: at, updatedAt: at })
    .onConflictDoNothing()
    .returning();
  if (made) {
    const { id: conversationId } = made;
    await tx.insert(conversationSides).values(sides.map((side) => ({ conversationId, side })));
    return made;
  }
  // A concurrent message created it first.
  const [theirs] = await find();
  if (!theirs) throw new Error(`No conversation of member ${memberId} with performer ${performerId}`);
  return theirs;
}

const isSide = (conversationId: number, side: Side) =>
  and(eq(conversationSides.conversationId, conversationId), eq(conversationSides.side, side));

async function sidesOf(
  tx: Tx,
  conversationId: number,
  side: Side,
): Promise<{ own: SideRow; their: SideRow }> {
  const rows = await tx
    .select()
    .from(conversationSides)
    .where(eq(conversationSides.conversationId, conversationId));
  const own = rows.find((row) => row.side === side);
  const their = rows.find((row) => row.side !== side);
  if (!own || !their) throw new Error(`Conversation ${conversationId} has less than two sides`);
  return { own, their };
}

/** Locks the sender's own upload; it must be unused. */
async function lockPhoto(
  tx: Tx,
  side: Side,
  { memberId, performerId }: NewMessage,
  id: string,
): Promise<SentPhoto> {
  const isOwn = side === 'member' ? eq(photos.memberId, memberId) : eq(photos.performerId, performerId);
  const [photo] = await tx
    .select()
    .from(photos)
    .where(and(eq(photos.id, id), isOwn, isNull(photos.messageId)))
    .for('update');
  if (!photo) throw new AppError('badRequest.photo.notExists');
  return photo;
}

async function pay(
  config: Deps['config'],
  tx: Tx,
  { memberId, performerId, clientId, at }: NewMessage,
  price: number,
): Promise<TransferResult> {
  const paid = await spend(tx, config, {
    key: `message:${memberId}:${clientId}`,
    kind: 'message',
    from: { kind: 'member', owner: memberId },
    to: { kind: 'performer', owner: performerId },
    amount: price,
    reference: `performer:${performerId}`,
    at,
  });
  // Already paid, but for a message that has since been removed.
  if (!paid.created) throw new AppError('badRequest.idempotency.conflict');
  return paid;
}
