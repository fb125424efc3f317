import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { authSchema } from './session-calls.ts';
import { vipRequestSchema } from './vip.ts';

export const readVip = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/vip',
  summary: 'The newest VIP request of a chat: closes the gap of a reconnect',
  access: 'member',
  input: z.object({ auth: authSchema }),
  output: z.object({ vip: vipRequestSchema.nullable() }),
  errors: ['badRequest.invalid.auth', 'badRequest.session.ended', 'badRequest.notFound'],
});
