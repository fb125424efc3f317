import { z } from 'zod';
import { trimBlank } from '../blank.ts';

export const CHAT_MESSAGE_MAX = 250;

/** (live spec 3) */
export const chatMessageTypes = ['host', 'member', 'notice', 'room', 'tip', 'tip-cybertoy'] as const;
export const chatMessageTypeSchema = z.enum(chatMessageTypes);

const segmenter = new Intl.Segmenter('nl', { granularity: 'grapheme' });

/** User-perceived characters: an emoji with modifiers is one. */
export function lengthOf(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** Trimmed, at most 250 user-perceived characters, perhaps none; the cap in UTF-16 units bounds the work of counting. */
export const anyChatTextSchema = z
  .string()
  .max(CHAT_MESSAGE_MAX * 16)
  .overwrite(trimBlank)
  .refine((text) => lengthOf(text) <= CHAT_MESSAGE_MAX);

/** The same, and not empty. */
export const chatTextSchema = anyChatTextSchema.refine((text) => text !== '');

/** Chosen by the sender, so that a message sent again is stored once; the server makes one for who sends none. */
export const clientIdSchema = z.uuid();

export const chatMessageSchema = z.object({
  id: z.string(),
  /** Counts up by one within a room, so a gap shows that messages are missing. */
  seq: z.number().int(),
  clientId: z.string().nullable(),
  messageType: chatMessageTypeSchema,
  sender: z.string(),
  message: z.string(),
  /** Credits of a tip. */
  amount: z.number().int().nullable(),
  /** What a tip is called: its type, and for `tip-cybertoy` the level of the toy. */
  tipType: z.string().nullish(),
  sentAt: z.string(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;
