import * as z from 'zod/mini';
import { lineTextsSchema } from './tipping/line-texts.ts';

/** (live spec 3) */
export const chatMessageTypes = ['host', 'member', 'notice', 'room', 'tip', 'tip-cybertoy'] as const;
export const chatMessageTypeSchema = z.enum(chatMessageTypes);

export const chatMessageSchema = z.object({
  id: z.string(),
  /**
   * Counts up by one within a room, so a gap shows that messages are missing. 0 while the moderation delay holds the
   * message back: until then only its sender, the performer and her moderators receive it.
   */
  seq: z.int(),
  clientId: z.nullable(z.string()),
  messageType: chatMessageTypeSchema,
  /** Empty at the tip of a member whose account was deleted since. */
  sender: z.string(),
  message: z.string(),
  /** Credits of a tip. */
  amount: z.nullable(z.int()),
  /** Name of a tip: its type, or the toy's level for `tip-cybertoy`. */
  tipType: z.nullish(z.string()),
  /** Name of the menu's item that a tip was sent for. */
  tipItem: z.nullish(z.string()),
  /** The item's translations by language; missing without any. */
  tipItemTexts: lineTextsSchema,
  sentAt: z.string(),
  /** Whether the caller wrote it; missing in pushes, which everybody in the room receives, and for the performer. */
  own: z.optional(z.boolean()),
  /** Credits of a tip that were given back since, because a toy did not play them. */
  returned: z.optional(z.int()),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;
