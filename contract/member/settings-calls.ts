import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const changeUsername = endpoint({
  base: 'member',
  method: 'POST',
  path: '/change-username',
  summary: 'Sets the username; returns a new token of the same session',
  access: 'member',
  input: z.object({ username: z.string().trim().max(64) }),
  output: z.object({ token: z.string() }),
  errors: ['badRequest.username_exists', 'badRequest.forbiddenWords'],
});

export const SUGGESTION_LIMIT = 5;

export const SUGGESTION_MAX_LENGTH = 32;

export const suggestUsernames = endpoint({
  base: 'member',
  method: 'GET',
  path: '/username/suggestions',
  summary: 'Free usernames similar to the given one',
  access: 'member',
  input: z.object({
    username: z.string().trim().max(254).default(''),
    limit: z.coerce.number().int().min(1).max(20).default(SUGGESTION_LIMIT),
    maxLength: z.coerce.number().int().min(4).max(SUGGESTION_MAX_LENGTH).default(SUGGESTION_MAX_LENGTH),
  }),
  output: z.object({ suggestions: z.array(z.string()) }),
  errors: [],
});
