import * as z from 'zod/mini';
import { trimBlank } from '../blank.ts';

export const CHAT_MESSAGE_MAX = 250;

/** (live spec 3) */
export const chatMessageTypes = ['host', 'member', 'notice', 'room', 'tip', 'tip-cybertoy'] as const;
export const chatMessageTypeSchema = z.enum(chatMessageTypes);

const segmenter = /* @__PURE__ */ new Intl.Segmenter('nl', { granularity: 'grapheme' });

/** Counts user-perceived characters: an emoji with modifiers is one. */
export function lengthOf(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/**
 * Trimmed, at most 250 user-perceived characters, may be empty. The cap in UTF-16 units bounds the work of counting.
 */
export const anyChatTextSchema = z.string().check(
  z.maxLength(CHAT_MESSAGE_MAX * 16),
  z.overwrite(trimBlank),
  z.refine((text) => lengthOf(text) <= CHAT_MESSAGE_MAX),
);

/** Like `anyChatTextSchema`, but not empty. */
export const chatTextSchema = anyChatTextSchema.check(z.refine((text) => text !== ''));

/** Chosen by the sender, so that a message sent again is stored once; the server creates one if it is missing. */
export const clientIdSchema = z.uuid();

export const chatMessageSchema = z.object({
  id: z.string(),
  /**
   * Counts up by one within a room, so a gap shows that messages are missing. 0 while the moderation delay holds the
   * message back: until then only its sender, the performer and her moderators receive it.
   */
  seq: z.int(),
  clientId: z.nullable(z.string()),
  messageType: chatMessageTypeSchema,
  sender: z.string(),
  message: z.string(),
  /** Credits of a tip. */
  amount: z.nullable(z.int()),
  /** Name of a tip: its type, or the toy's level for `tip-cybertoy`. */
  tipType: z.nullish(z.string()),
  /** Name of the menu's item that a tip was sent for. */
  tipItem: z.nullish(z.string()),
  sentAt: z.string(),
  /** Credits of a tip that were given back since, because a toy did not play them. */
  returned: z.optional(z.int()),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;
