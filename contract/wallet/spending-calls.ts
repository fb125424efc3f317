import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const readCredits = endpoint({
  base: 'member',
  method: 'GET',
  path: '/credits',
  summary: 'The caller’s balance in credits',
  access: 'member',
  input: z.object({}),
  output: z.object({ credits: z.number().int() }),
  errors: [],
});
