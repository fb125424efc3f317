import * as z from 'zod/mini';
import { cappedText, clientIdSchema, lengthOf, rowId } from '../fields.ts';
import { trimBlank } from '../input.ts';
import { attachmentSchema, photoIdSchema } from './photo-calls.ts';

/**
 * User-perceived characters of a private message. Platform spec 5 says 250 in texts; this limit is the one enforced.
 */
export const MESSAGE_MAX = 255;

/** Messages per page of a conversation (platform spec 9). */
export const MESSAGE_PAGE = 20;

/** Maximum number of messages in one response: enough pages to cover the unread ones. */
export const MESSAGES_AT_ONCE = 200;

/** Why a text can't be sent, or null. */
export function refuseMessage(text: string): 'empty' | 'long' | null {
  const length = lengthOf(trimBlank(text));
  if (length === 0) return 'empty';
  return length > MESSAGE_MAX ? 'long' : null;
}

const messageTextSchema = cappedText(MESSAGE_MAX);

/** A side of a conversation. */
export const sides = ['member', 'performer'] as const;
export type Side = (typeof sides)[number];

export const otherSide = (side: Side): Side => (side === 'member' ? 'performer' : 'member');

/** Whose message it is, seen from the caller. */
export const messageOwnerSchema = z.enum(['self', 'other']);

/** (platform spec 3) Kind of a sent message: `media` has an attachment and may have no text. */
export const messageTypes = ['text', 'media'] as const;
export const messageTypeSchema = z.enum(messageTypes);

/** (platform spec 3) The sender's page adds `not-sent`; whether it was read is in `read`. */
export const deliveryStatuses = ['sent', 'delivered'] as const;

export const privateMessageSchema = z.object({
  id: z.int(),
  conversation: z.int(),
  /** Counts up by one within a conversation, so a gap shows that messages are missing. */
  seq: z.int(),
  /** Set on the caller's own messages. */
  clientId: z.nullable(z.string()),
  createdAt: z.string(),
  type: messageTypeSchema,
  /** Empty if there is only a photo. */
  content: z.string(),
  attachment: z.nullable(attachmentSchema),
  owner: messageOwnerSchema,
  /** The recipient's messaging id. */
  receiver: z.string(),
  read: z.boolean(),
  deliveryStatus: z.enum(deliveryStatuses),
  /** Sent to many recipients at once; only performers can do this. */
  mass: z.boolean(),
  /** Credits of it that were given back for lack of an answer. */
  returned: z.optional(z.int()),
});
export type PrivateMessage = z.infer<typeof privateMessageSchema>;

/** A message from either side: a text, a photo, or both (live spec 5). */
export const sentMessageSchema = z
  .object({
    message: z._default(messageTextSchema, ''),
    /** The sender's own photo, not used by another message. */
    attachment: z.optional(photoIdSchema),
    /** Chosen by the sender: a message sent again is stored, and paid, once. Without it each one counts. */
    clientId: z.optional(clientIdSchema),
  })
  .check(
    z.refine(({ message, attachment }) => message !== '' || attachment !== undefined, { path: ['message'] }),
  );

/** Id of a conversation that does not exist yet: its first message creates it. */
export const NEW_CONVERSATION = 'new';
export const conversationIdSchema = rowId;

export const messageIdSchema = z.coerce
  .number()
  .check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));

/** Sequence number of a message in its conversation. */
export const seqSchema = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647));
