import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { camBackAgentSchema, streamSettingsSchema } from './cam-back.ts';
import { authSchema } from './session-calls.ts';

export const readCamBackSettings = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/settings/camback',
  summary: 'Returns how the member’s camera is sent and when it may start',
  access: 'member',
  input: z.object({ auth: authSchema }),
  output: z.object({
    agent: camBackAgentSchema,
    streamSettings: streamSettingsSchema,
    /** Credentials an agent needs before it starts; null if the token from `camBackInit` is enough, as with WHIP. */
    signIn: z.nullable(z.object({ endPoint: z.string(), accessToken: z.string() })),
    /** ms until the camera may be started again; 0 if it may start now. */
    restMs: z.int(),
  }),
  errors: [
    'badRequest.notFound',
    'badRequest.invalid.auth',
    'badRequest.session.ended',
    'badRequest.camBack.notHere',
  ],
});
