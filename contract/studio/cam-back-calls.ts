import { playerConfigSchema } from '@vonk/media';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const listCamBacks = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/cam-back',
  summary: 'The members who show their camera to the performer now: for a page that missed the pushes',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    cameras: z.array(
      z.object({
        session: z.string(),
        sender: z.string(),
        state: z.enum(['loading', 'started']),
        /** Whether media arrives, as the media server says. */
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
  summary: 'How the performer sees one member’s camera; the token is hers alone and opens for a minute',
  access: 'performer',
  input: z.object({ session: z.string().min(1).max(64) }),
  output: playerConfigSchema,
  errors: ['badRequest.notFound', 'badRequest.media.unavailable'],
});
