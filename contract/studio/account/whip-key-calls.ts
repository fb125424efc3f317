import { iceServerSchema } from '@vonk/media';
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { factorErrors } from './factor-calls.ts';

const whipKeySchema = z.object({
  /** WHIP URL for an encoder; site-relative if the media server is embedded. */
  url: z.string(),
  /** Bearer token for the encoder, valid until rotated or revoked; null without a token. */
  key: z.nullable(z.string()),
  createdAt: z.nullable(z.string()),
  /** For encoders configured by hand. */
  iceServers: z.array(iceServerSchema),
});

export const showWhipKey = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/whip-key',
  summary: 'Returns the WHIP URL and key of the performer’s own encoder',
  access: 'performer',
  input: z.object({}),
  output: whipKeySchema,
  errors: [],
});

export const rotateWhipKey = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/whip-key',
  summary: 'Creates a new encoder key, invalidates the previous one and ends broadcasts that use it',
  access: 'performer',
  input: z.object({}),
  output: whipKeySchema,
  errors: [...factorErrors],
});

export const revokeWhipKey = endpoint({
  base: 'studio',
  method: 'DELETE',
  path: '/whip-key',
  summary: 'Invalidates the encoder’s key and all broadcast tokens, and ends broadcasts that use them',
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
  summary: 'Ends every login of the performer and, if requested, revokes her encoder’s key',
  access: 'performer',
  input: z.object({
    /** The key outlives a login: unless it is revoked as well, an encoder keeps publishing. */
    revokeWhipKey: z._default(z.boolean(), false),
  }),
  output: z.object({
    ended: z.int(),
    /** State of the key; `kept`: it still works. */
    whipKey: z.enum(['none', 'kept', 'revoked']),
  }),
  errors: [],
});
