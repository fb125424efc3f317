import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { authSchema } from './session-calls.ts';
import { toyStateSchema } from './toys.ts';

export const readToy = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/toy',
  summary: 'Returns the state of the performer’s toy and its queue, for a page that joins or missed pushes',
  access: 'anyone',
  input: z.object({ auth: authSchema }),
  output: toyStateSchema,
  errors: ['badRequest.invalid.auth', 'badRequest.session.ended', 'badRequest.notFound'],
});
