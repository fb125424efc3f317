import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { goalViewSchema } from './goals.ts';
import { authSchema } from './session-calls.ts';
import { topTippersSchema } from './top-tippers.ts';

export const readTipMenu = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/tip-menu',
  summary: 'Returns what the performer offers for tips in this chat, her running goal and top tippers',
  access: 'anyone',
  input: z.object({ auth: authSchema }),
  output: z.object({
    /** As stored: prices from before a limit changed are included. */
    items: z.array(z.object({ name: z.string(), price: z.int() })),
    goal: z.nullable(goalViewSchema),
    topTippers: topTippersSchema,
  }),
  errors: ['badRequest.invalid.auth', 'badRequest.session.ended'],
});
