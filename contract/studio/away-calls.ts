import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, rowId } from '../fields.ts';
import { snapshotSchema } from '../image.ts';
import { awayTextSchema } from '../performers/profile/away.ts';

/** Null for `picture`: the text alone. */
const awayChoice = { text: awayTextSchema, picture: z.nullable(rowId) };

export const readAway = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/away',
  summary: 'Returns what viewers see while the performer is in pause, and the pictures she can choose from',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    /** Empty if she has written none. */
    text: z.string(),
    picture: z.nullable(z.int()),
    /** Shown ones that are not explicit: the chosen one, her cover, then the newest of her albums. */
    pictures: z.array(z.object({ id: z.int(), picture: snapshotSchema })),
    version: z.string(),
  }),
  errors: [],
});
export type StudioAway = z.infer<typeof readAway.output>;

export const saveAway = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/away',
  summary:
    'Saves what viewers see while the performer is in pause; an empty text removes it with its picture',
  access: 'performer',
  input: z.object({
    ...awayChoice,
    // Not `versionField`, whose file every page of a member would load with this call.
    version: z.optional(z.string().check(z.maxLength(16))),
  }),
  output: done,
  // `fields` of the error for words has `text`.
  errors: ['badRequest.profile.words', 'badRequest.notFound', 'badRequest.form.changed'],
});
