import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, rowId } from '../../fields.ts';
import { trimBlank } from '../../input.ts';
import { type ChatPrices, minuteCredits } from '../prices.ts';
import {
  roomWordsSchema,
  SLOW_SECONDS,
  sanctionKindSchema,
  sanctionMinutesSchema,
  slowSecondsSchema,
} from '../sanctions.ts';
import { type ChatType, chatTypeSchema } from '../session.ts';
import { delaySecondsSchema, messageIdSchema } from './moderation-delay.ts';

/** Whole minutes, highest first. A performer learns the highest that a viewer's credits carry, and never the balance. */
export const PAYS_FROM = [60, 15, 5, 1] as const;

/** 0: less than a minute. */
export const paysFromSchema = z.literal([...PAYS_FROM, 0]);
export type PaysFrom = z.infer<typeof paysFromSchema>;

/** The step for a balance, at the price of a show or of paid chat, which a free chat may become. */
export function paysFrom(credits: number, type: ChatType, prices: ChatPrices): PaysFrom {
  const price = minuteCredits(prices, type === 'vip' ? 'vip' : 'chat');
  return PAYS_FROM.find((minutes) => minutes * price <= credits) ?? 0;
}

export const sanctionSchema = z.object({
  id: z.int(),
  kind: sanctionKindSchema,
  /** The viewer's name in the room at that time. */
  name: z.string(),
  reason: z.string(),
  /** ISO times; `until` is null if it never expires. */
  since: z.string(),
  until: z.nullable(z.string()),
  /** Name of the moderator who imposed it; null for the performer. */
  by: z.nullable(z.string()),
});
export type Sanction = z.infer<typeof sanctionSchema>;

/** A viewer's name in a room. */
export const senderSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));

/** A running session of the room, or the viewer who had this name there last. */
export const targetSchema = z.union([
  z.strictObject({ session: z.string().check(z.minLength(1), z.maxLength(64)) }),
  z.strictObject({ name: senderSchema }),
]);
export type Target = z.infer<typeof targetSchema>;

export const sanctionViewer = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/room/sanction',
  summary: 'Mutes, kicks or blocks a viewer of the performer’s own room',
  access: 'performer',
  input: z.object({
    target: targetSchema,
    kind: sanctionKindSchema,
    /** Null: never expires. Missing: the default of the kind. */
    minutes: z.optional(sanctionMinutesSchema),
    reason: z._default(z.string().check(z.overwrite(trimBlank), z.maxLength(200)), ''),
  }),
  output: sanctionSchema,
  errors: ['badRequest.notFound'],
});

export const liftSanction = endpoint({
  base: 'studio',
  method: 'DELETE',
  path: '/room/sanction/{sanction}',
  summary: 'Lifts a sanction',
  access: 'performer',
  input: z.object({ sanction: rowId }),
  output: done,
  errors: ['badRequest.notFound'],
});

export const listSanctions = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/room/sanctions',
  summary: 'Returns the valid sanctions, newest first',
  access: 'performer',
  input: z.object({}),
  output: z.object({ sanctions: z.array(sanctionSchema) }),
  errors: [],
});

export const readWelcome = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/welcome',
  summary:
    'Returns whether the caller may join a performer’s chat and, after a temporary kick or block, when again',
  access: 'anyone',
  input: z.object({ performer: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: z.object({
    isWelcome: z.boolean(),
    /** ms until it opens again by itself; null if it does not, and while it is open. */
    leftMs: z.nullable(z.int().check(z.minimum(0))),
  }),
  errors: ['badRequest.performer.notExists'],
});

export const listViewers = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/room/viewers',
  summary: 'Returns the current viewers of the performer’s own room, in the order in which they joined',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    viewers: z.array(
      z.object({
        session: z.string(),
        name: z.string(),
        /** Null for a guest. */
        memberId: z.nullable(z.int()),
        /** The performer’s own note about the member; empty for none. */
        note: z.string(),
        isGuest: z.boolean(),
        isModerator: z.boolean(),
        type: chatTypeSchema,
        /** Minutes of this chat, or of paid chat, that a member's credits carry at least; null for a guest. */
        paysFrom: z.nullable(paysFromSchema),
      }),
    ),
  }),
  errors: [],
});

export const setSlowMode = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/room/slow-mode',
  summary: 'Sets the seconds that a member waits between two messages; null turns slow mode off',
  access: 'performer',
  input: z.object({ seconds: z._default(slowSecondsSchema, SLOW_SECONDS) }),
  output: z.object({ seconds: slowSecondsSchema }),
  errors: [],
});

export const setMessageDelay = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/room/message-delay',
  summary:
    'Sets the seconds for which messages of viewers wait before others see them; null turns the delay off',
  access: 'performer',
  input: z.object({ seconds: delaySecondsSchema }),
  output: z.object({ seconds: delaySecondsSchema }),
  errors: [],
});

export const removeMessage = endpoint({
  base: 'studio',
  method: 'DELETE',
  path: '/room/messages/{message}',
  summary: 'Removes a viewer’s message from the performer’s own room, for everybody and for good',
  access: 'performer',
  input: z.object({ message: messageIdSchema }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.moderator.protected'],
});

export const setRoomWords = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/room/words',
  summary: 'Replaces the list of words that are hidden in the performer’s own room',
  access: 'performer',
  input: z.object({ words: roomWordsSchema }),
  output: z.object({ words: roomWordsSchema }),
  errors: [],
});
