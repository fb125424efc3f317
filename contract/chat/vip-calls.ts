import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { authSchema } from './session-calls.ts';
import { vipRequestSchema } from './vip.ts';

export const readVip = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/vip',
  summary:
    'Returns the newest VIP request of a chat, to close the gap after a reconnect; null if there is none',
  access: 'member',
  input: z.object({ auth: authSchema }),
  output: z.object({ vip: z.nullable(vipRequestSchema) }),
  errors: ['badRequest.invalid.auth', 'badRequest.session.ended', 'badRequest.notFound'],
});

export const readOwnShow = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/vip/own',
  summary:
    'Returns the caller’s own show with a performer, which a join of type `vip` continues; null if there is none',
  access: 'member',
  input: z.object({ performer: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: z.object({
    show: z.nullable(
      z.object({
        /** ms for which the show is kept; null while it is watched elsewhere. */
        awayMs: z.nullable(z.int().check(z.minimum(0))),
      }),
    ),
  }),
  errors: ['badRequest.performer.notExists', 'badRequest.notFound'],
});
