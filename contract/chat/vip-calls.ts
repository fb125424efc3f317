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

export const readOwnShow = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/vip/own',
  summary: 'The caller’s own show with a performer, which a join of type `vip` goes on with',
  access: 'member',
  input: z.object({ performer: z.string().min(1).max(64) }),
  output: z.object({
    show: z
      .object({
        /** ms that it is kept for; null while it is watched elsewhere. */
        awayMs: z.number().int().min(0).nullable(),
      })
      .nullable(),
  }),
  errors: ['badRequest.performer.notExists', 'badRequest.notFound'],
});
