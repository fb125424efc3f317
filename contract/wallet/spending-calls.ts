import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

export const readCredits = endpoint({
  base: 'member',
  method: 'GET',
  path: '/credits',
  summary: 'Returns the caller’s balance in credits',
  access: 'member',
  input: z.object({}),
  output: z.object({ credits: z.int() }),
  errors: [],
});
