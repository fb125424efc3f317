import { z } from 'zod';
import { trimBlank } from '../blank.ts';
import { TOY_CEILING_MAX, toyStateSchema } from '../chat/toys.ts';
import { endpoint } from '../endpoint.ts';

export const setToy = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/toy',
  summary: 'Switches the toy on, with the highest intensity that is allowed, or off, which clears the queue',
  access: 'performer',
  input: z.object({
    active: z.boolean(),
    ceiling: z.number().int().min(1).max(TOY_CEILING_MAX).default(TOY_CEILING_MAX),
  }),
  output: toyStateSchema,
  errors: ['badRequest.performer.offline', 'badRequest.performer.paused', 'badRequest.notFound'],
});

export const stopToy = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/toy/stop',
  summary: 'Halts the toy at once, clears the queue and switches it off; always answers, whatever ran',
  access: 'performer',
  input: z.object({}),
  output: toyStateSchema,
  errors: [],
});

export const beatToy = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/toy/heartbeat',
  summary: 'What the bridge does: twice a second while it plays, and once when it has (re)connected',
  access: 'performer',
  input: z.object({
    /** Of `toy-level`; null: nothing plays here. */
    run: z.number().int().min(1).nullable(),
    /** Why the device cannot go on; halts and clears everything. */
    error: z.string().overwrite(trimBlank).min(1).max(200).optional(),
  }),
  output: toyStateSchema,
  errors: ['badRequest.notFound'],
});
