import { playerConfigSchema } from '@vonk/media';
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

const oneCamera = z.object({ session: z.string().check(z.minLength(1), z.maxLength(64)) });

export const listCamBacks = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/cam-back',
  summary:
    'Returns the members who show their camera to the performer now, for a page that missed the pushes',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    cameras: z.array(
      z.object({
        session: z.string(),
        sender: z.string(),
        state: z.enum(['loading', 'started']),
        /** Whether media arrives at the media server. */
        publishing: z.boolean(),
      }),
    ),
  }),
  errors: ['badRequest.notFound'],
});

export const watchCamBack = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/cam-back/{session}',
  summary:
    'Returns how the performer plays one member’s camera; the token is for this performer only, valid for a minute',
  access: 'performer',
  input: oneCamera,
  output: playerConfigSchema,
  errors: ['badRequest.notFound', 'badRequest.media.unavailable'],
});

export const endCamBack = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/cam-back/{session}/end',
  summary: 'Ends a member’s camera and tells the member; it can be started again after a rest',
  access: 'performer',
  input: oneCamera,
  /** False if it was off already. */
  output: z.object({ ended: z.boolean() }),
  errors: ['badRequest.notFound'],
});
