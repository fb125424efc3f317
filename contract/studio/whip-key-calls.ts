import { iceServerSchema } from '@vonk/media';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const whipKeySchema = z.object({
  /** WHIP URL for an encoder; site-relative where the media server is embedded. */
  url: z.string(),
  /** Bearer token of the encoder, valid until it is rotated or revoked; null where there is none. */
  key: z.string().nullable(),
  createdAt: z.string().nullable(),
  /** For encoders that take them by hand. */
  iceServers: z.array(iceServerSchema),
});

export const showWhipKey = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/whip-key',
  summary: 'Address and key of the performer’s own encoder',
  access: 'performer',
  input: z.object({}),
  output: whipKeySchema,
  errors: [],
});

export const rotateWhipKey = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/whip-key',
  summary: 'Makes a new key for the encoder; the one before is void, and what broadcasts with it ends',
  access: 'performer',
  input: z.object({}),
  output: whipKeySchema,
  errors: [],
});

export const revokeWhipKey = endpoint({
  base: 'studio',
  method: 'DELETE',
  path: '/whip-key',
  summary: 'Voids the encoder’s key and every broadcast token, and ends what broadcasts with them',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    /** False if there was no key. */
    revoked: z.boolean(),
  }),
  errors: [],
});

export const endStudioSessions = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/sessions/end',
  summary: 'Ends every login of the performer, and her encoder’s key if asked to',
  access: 'performer',
  input: z.object({
    /** The key outlives logins: an encoder goes on with it unless it is revoked, too. */
    revokeWhipKey: z.boolean().default(false),
  }),
  output: z.object({
    ended: z.number().int(),
    /** What became of the key; `kept`: it still works. */
    whipKey: z.enum(['none', 'kept', 'revoked']),
  }),
  errors: [],
});
