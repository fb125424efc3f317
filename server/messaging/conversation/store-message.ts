import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Party } from '../party.ts';
import { photosOf } from '../photos/reads.ts';
import type { Positions, ToldMessage } from './message.ts';

export interface NewMessage {
  memberId: number;
  performerId: number;
  clientId: string;
  /** As it is shown: contact details are masked. */
  content: string;
  /** Id of an upload. */
  photo: string | null;
  /** The same text, or picture, went to many. */
  isMass?: boolean;
  /** Credits that the member pays; null for a performer's message. */
  price: number | null;
  at: Date;
}

export interface StoredMessage extends ToldMessage {
  positions: Positions;
  /** False when the client id had stored it before. */
  created: boolean;
  /** Of the member, in credits; null where nothing was paid now. */
  balance: number | null;
}

const refusals = {
  conflict: 'badRequest.idempotency.conflict',
  uncovered: 'badRequest.invalid.payment',
  blocked: 'badRequest.conversation.blocked',
  'own-block': 'badRequest.conversation.ownBlock',
  'no-photo': 'badRequest.photo.notExists',
} as const satisfies Record<string, ErrorLabel>;

const big = z.coerce.number();
const stored = z.object({
  outcome: z.enum(['sent', 'known']),
  message: big,
  conversation: z.number(),
  seq: z.number(),
  content: z.string(),
  is_mass: z.boolean(),
  is_media: z.boolean(),
  sent_at: z.coerce.date(),
  own_read: z.number(),
  their_read: z.number(),
  their_delivered: z.number(),
  balance: big.nullable(),
});
const refused = z.object({ outcome: z.enum(['conflict', 'uncovered', 'blocked', 'own-block', 'no-photo']) });
const answers = z.tuple([z.union([stored, refused])]);

/**
 * The one writer of private messages: message, payment (`message:{member}:{clientId}`) and what they change in one
 * statement, in the order of the conversation's lock; the conversation is made where the pair has none. Throws
 * `badRequest.idempotency.conflict` for another text or photo, or another performer, under the same client id,
 * `badRequest.conversation.blocked` or `.ownBlock`, `badRequest.photo.notExists` for one that is not the sender's to send, and `badRequest.invalid.payment` when the balance is below the price.
 */
export async function storeMessage(
  tx: Pick<Tx, 'select'>,
  { side }: Pick<Party, 'side'>,
  message: NewMessage,
): Promise<StoredMessage> {
  const { memberId, performerId, clientId, content, photo, isMass = false, price, at } = message;
  const rows = await callSendMessage(tx).execute({
    ...{ memberId, performerId, side, clientId, content, isMass, price, photo },
    at: at.toISOString(),
  });
  const [row] = answers.parse(rows);
  if (!('message' in row)) throw new AppError(refusals[row.outcome]);
  const media = { id: row.message, isMedia: row.is_media };
  return {
    row: {
      ...media,
      conversationId: row.conversation,
      seq: row.seq,
      owner: side,
      clientId,
      content: row.content,
      isMass: row.is_mass,
      sentAt: row.sent_at,
    },
    photo: (await photosOf(tx, [media])).get(row.message) ?? null,
    positions: {
      conversation: { id: row.conversation, memberId, performerId },
      own: { readSeq: row.own_read },
      their: { readSeq: row.their_read, deliveredSeq: row.their_delivered },
    },
    created: row.outcome === 'sent',
    balance: row.balance,
  };
}

const given = (name: string) => sql.placeholder(name);

const callSendMessage = (tx: Pick<Tx, 'select'>) =>
  prepared(tx, 'send-message', () =>
    tx
      .select({
        outcome: sql`outcome`,
        message: sql`message`,
        conversation: sql`conversation`,
        seq: sql`seq`,
        content: sql`content`,
        is_mass: sql`is_mass`,
        is_media: sql`is_media`,
        sent_at: sql`sent_at`,
        own_read: sql`own_read`,
        their_read: sql`their_read`,
        their_delivered: sql`their_delivered`,
        balance: sql`balance`,
      })
      .from(sql`send_message(${given('memberId')}::int, ${given('performerId')}::int, ${given('side')}::text,
        ${given('clientId')}::text, ${given('content')}::text, ${given('isMass')}::boolean, ${given('price')}::bigint,
        ${given('at')}::timestamptz, ${given('photo')}::uuid)`),
  );
