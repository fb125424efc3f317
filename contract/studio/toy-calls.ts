import * as z from 'zod/mini';
import { TOY_CEILING_MAX, toyStateSchema } from '../chat/toy-calls.ts';
import { endpoint } from '../endpoint.ts';
import { trimBlank } from '../input.ts';

export const setToy = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/toy',
  summary: 'Switches the toy on with a maximum intensity, or off, which clears the queue',
  access: 'performer',
  input: z.object({
    active: z.boolean(),
    ceiling: z._default(z.int().check(z.minimum(1), z.maximum(TOY_CEILING_MAX)), TOY_CEILING_MAX),
  }),
  output: toyStateSchema,
  errors: ['badRequest.performer.offline', 'badRequest.performer.paused', 'badRequest.notFound'],
});

export const stopToy = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/toy/stop',
  summary: 'Stops the toy at once, clears the queue and switches it off; always succeeds',
  access: 'performer',
  input: z.object({}),
  output: toyStateSchema,
  errors: [],
});

export const beatToy = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/toy/heartbeat',
  summary:
    'Reports what the bridge plays: twice a second while it plays, and once after it has (re)connected',
  access: 'performer',
  input: z.object({
    /** The run from `toy-level`; null if nothing is playing. */
    run: z.nullable(z.int().check(z.minimum(1))),
    /** Why the device failed; stops the toy and clears the queue. */
    error: z.optional(z.string().check(z.overwrite(trimBlank), z.minLength(1), z.maxLength(200))),
  }),
  output: toyStateSchema,
  errors: ['badRequest.notFound'],
});
