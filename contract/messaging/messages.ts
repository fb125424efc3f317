import { z } from 'zod';
import { trimBlank } from '../blank.ts';
import { clientIdSchema, lengthOf } from '../chat/messages.ts';
import { rowId } from '../fields.ts';
import { attachmentSchema, photoIdSchema } from './photos.ts';

/** User-perceived characters of a private message (platform spec 5, where texts say 250: `MESSAGE_MAX` is what holds). */
export const MESSAGE_MAX = 255;

/** Messages of one page of a conversation (platform spec 9). */
export const MESSAGE_PAGE = 20;

/** Messages that one answer may hold: enough pages to cover what is unread. */
export const MESSAGES_AT_ONCE = 200;

/** Why a text can't be sent, or null. */
export function refuseMessage(text: string): 'empty' | 'long' | null {
  const length = lengthOf(trimBlank(text));
  if (length === 0) return 'empty';
  return length > MESSAGE_MAX ? 'long' : null;
}

/** The cap in UTF-16 units bounds the work of counting. */
const messageTextSchema = z
  .string()
  .max(MESSAGE_MAX * 16)
  .overwrite(trimBlank)
  .refine((text) => refuseMessage(text) !== 'long');

/** A side of a conversation. */
export const sides = ['member', 'performer'] as const;
export type Side = (typeof sides)[number];

export const otherSide = (side: Side): Side => (side === 'member' ? 'performer' : 'member');

/** Whose message it is, seen from who asks. */
export const messageOwnerSchema = z.enum(['self', 'other']);

/** (platform spec 3) Of what is sent: `media` has an attachment, and perhaps no text. */
export const messageTypes = ['text', 'media'] as const;
export const messageTypeSchema = z.enum(messageTypes);

/** (platform spec 3) What the sender's page shows on top of them is `not-sent`; whether it was read is `read`. */
export const deliveryStatuses = ['sent', 'delivered'] as const;

export const privateMessageSchema = z.object({
  id: z.number().int(),
  conversation: z.number().int(),
  /** Counts up by one within a conversation, so a gap shows that messages are missing. */
  seq: z.number().int(),
  /** Of one's own messages. */
  clientId: z.string().nullable(),
  createdAt: z.string(),
  type: messageTypeSchema,
  /** Empty where a photo says it all. */
  content: z.string(),
  attachment: attachmentSchema.nullable(),
  owner: messageOwnerSchema,
  /** The messaging id of who gets it. */
  receiver: z.string(),
  read: z.boolean(),
  deliveryStatus: z.enum(deliveryStatuses),
  /** The same text went to many: a performer's messages alone. */
  mass: z.boolean(),
});
export type PrivateMessage = z.infer<typeof privateMessageSchema>;

/** How a message is sent, by either side: a text, a photo, or both (live spec 5). */
export const sentMessageSchema = z
  .object({
    message: messageTextSchema.default(''),
    /** The sender's own photo, which no other message uses. */
    attachment: photoIdSchema.optional(),
    /** Chosen by the sender: a message sent again is stored, and paid, once. Without it each one counts. */
    clientId: clientIdSchema.optional(),
  })
  .refine(({ message, attachment }) => message !== '' || attachment !== undefined, { path: ['message'] });

/** A conversation that is not there yet is `new`: its first message makes it. */
export const NEW_CONVERSATION = 'new';
export const conversationIdSchema = rowId;

export const messageIdSchema = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Number of a message in its conversation. */
export const seqSchema = z.coerce.number().int().min(0).max(2_147_483_647);
