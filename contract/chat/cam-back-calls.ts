import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { camBackAgentSchema, streamSettingsSchema } from './cam-back.ts';
import { authSchema } from './session-calls.ts';

export const readCamBackSettings = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/settings/camback',
  summary: 'How the member’s camera is sent, and from when on',
  access: 'member',
  input: z.object({ auth: authSchema }),
  output: z.object({
    agent: camBackAgentSchema,
    streamSettings: streamSettingsSchema,
    /** What an agent needs before its start; null where the token of `camBackInit` is all, as with WHIP. */
    signIn: z.object({ endPoint: z.string(), accessToken: z.string() }).nullable(),
    /** ms until the camera may be started again; 0 for now. */
    restMs: z.number().int(),
  }),
  errors: [
    'badRequest.notFound',
    'badRequest.invalid.auth',
    'badRequest.session.ended',
    'badRequest.camBack.notHere',
  ],
});
