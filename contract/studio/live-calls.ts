import { playerConfigSchema } from '@vonk/media';
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { onlineStatusSchema } from '../performers/status.ts';

/** Who sees the performer now, according to the media server. */
export const audienceSchema = z.object({
  onlineStatus: onlineStatusSchema,
  /** Whether the media server receives the performer's picture or sound. */
  receiving: z.boolean(),
  /** Viewers to whom the media server sends it; the performer's own preview does not count. */
  watching: z.int().check(z.minimum(0)),
  /** Name of the member whose VIP show is running. */
  vip: z.nullable(z.string()),
});
export type Audience = z.infer<typeof audienceSchema>;

export const readAudience = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/audience',
  summary: 'Returns whether the media server receives the performer, and who sees her now',
  access: 'performer',
  input: z.object({}),
  output: audienceSchema,
  errors: [],
});

export const watchOwnStream = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/preview',
  summary:
    'Returns how the performer plays her own stream, also while nobody else can; the token is valid for a minute',
  access: 'performer',
  input: z.object({}),
  output: playerConfigSchema,
  errors: ['badRequest.media.unavailable'],
});
