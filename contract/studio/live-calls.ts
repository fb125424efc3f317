import { playerConfigSchema } from '@vonk/media';
import * as z from 'zod/mini';
import { receptionSchema } from '../chat/session.ts';
import { endpoint } from '../endpoint.ts';
import { clientIdSchema } from '../fields.ts';
import { onlineStatusSchema } from '../performers/status.ts';

/** What the media server receives of a performer, measured over the last two seconds. */
export const receivedSchema = z.object({
  ...receptionSchema.shape,
  /** Of the largest picture, in pixels; null if the media server does not tell. */
  size: z.nullable(z.object({ width: z.int(), height: z.int() })),
  framesPerSecond: z.nullable(z.int()),
  /** bit/s of all pictures and the sound. */
  bitrate: z.int(),
});
export type StudioReceived = z.infer<typeof receivedSchema>;

/** Who sees the performer now, according to the media server. */
export const audienceSchema = z.object({
  onlineStatus: onlineStatusSchema,
  /** Whether the media server receives the performer's picture or sound. */
  receiving: z.boolean(),
  /** Null while it receives nothing. */
  received: z.nullable(receivedSchema),
  /** Viewers to whom the media server sends it; the performer's own preview does not count. */
  watching: z.int().check(z.minimum(0)),
  /** An encoder has tried in vain to broadcast in the last minute, because another broadcast is running. */
  encoderRefused: z.boolean(),
  /** Name of the member whose VIP show is running. */
  vip: z.nullable(z.string()),
  /** ms of paid media of this show, as its member's page counts them; missing without a show. */
  vipPaidMs: z.optional(z.int()),
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
  /** Id of the page, so that several pages can play it. */
  input: z.object({ page: z.optional(clientIdSchema) }),
  output: playerConfigSchema,
  errors: ['badRequest.media.unavailable'],
});
