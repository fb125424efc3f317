import { z } from 'zod';
import { trimBlank } from '../blank.ts';
import { endpoint } from '../endpoint.ts';
import { done, rowId } from '../fields.ts';
import {
  roomWordsSchema,
  SLOW_SECONDS,
  sanctionKindSchema,
  sanctionMinutesSchema,
  slowSecondsSchema,
} from './sanctions.ts';
import { chatTypeSchema } from './session.ts';

const sanctionSchema = z.object({
  id: z.number().int(),
  kind: sanctionKindSchema,
  /** As the room called the viewer then. */
  name: z.string(),
  reason: z.string(),
  /** ISO times; `until` is null for good. */
  since: z.string(),
  until: z.string().nullable(),
});
export type Sanction = z.infer<typeof sanctionSchema>;

/** A running session of the room, or whoever had this name in it last. */
const targetSchema = z.union([
  z.strictObject({ session: z.string().min(1).max(64) }),
  z.strictObject({ name: z.string().trim().min(1).max(64) }),
]);

export const sanctionViewer = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/room/sanction',
  summary: 'Mutes, kicks or blocks a viewer of the performer’s own room',
  access: 'performer',
  input: z.object({
    target: targetSchema,
    kind: sanctionKindSchema,
    /** Null for good; by kind when left out. */
    minutes: sanctionMinutesSchema.optional(),
    reason: z.string().overwrite(trimBlank).max(200).default(''),
  }),
  output: sanctionSchema,
  errors: ['badRequest.notFound'],
});

export const liftSanction = endpoint({
  base: 'studio',
  method: 'DELETE',
  path: '/room/sanction/{sanction}',
  summary: 'Undoes a sanction',
  access: 'performer',
  input: z.object({ sanction: rowId }),
  output: done,
  errors: ['badRequest.notFound'],
});

export const listSanctions = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/room/sanctions',
  summary: 'The sanctions that stand, the newest first',
  access: 'performer',
  input: z.object({}),
  output: z.object({ sanctions: z.array(sanctionSchema) }),
  errors: [],
});

export const readWelcome = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/welcome',
  summary: 'Whether a performer’s room is open to the caller, and when again',
  access: 'anyone',
  input: z.object({ performer: z.string().min(1).max(64) }),
  output: z.object({
    isWelcome: z.boolean(),
    /** ms until it is open again by itself; null for good, and while it is open. */
    leftMs: z.number().int().min(0).nullable(),
  }),
  errors: ['badRequest.performer.notExists'],
});

export const listViewers = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/room/viewers',
  summary: 'Who watches now',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    viewers: z.array(
      z.object({ session: z.string(), name: z.string(), isGuest: z.boolean(), type: chatTypeSchema }),
    ),
  }),
  errors: [],
});

export const setSlowMode = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/room/slow-mode',
  summary: 'Sets how many seconds a member waits between two messages; null for none',
  access: 'performer',
  input: z.object({ seconds: slowSecondsSchema.default(SLOW_SECONDS) }),
  output: z.object({ seconds: slowSecondsSchema }),
  errors: [],
});

export const setRoomWords = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/room/words',
  summary: 'Replaces the performer’s own list of words that are not shown in her room',
  access: 'performer',
  input: z.object({ words: roomWordsSchema }),
  output: z.object({ words: roomWordsSchema }),
  errors: [],
});
