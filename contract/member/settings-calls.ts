import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { rowId } from '../fields.ts';
import { changePassword } from './password-calls.ts';

export const changeUsername = endpoint({
  base: 'member',
  method: 'POST',
  path: '/change-username',
  summary: 'Sets the username; returns a new token of the same session',
  access: 'member',
  input: z.object({ username: z.string().trim().max(255) }),
  output: z.object({ token: z.string() }),
  errors: [
    'badRequest.username_exists',
    'badRequest.forbiddenWords',
    'badRequest.invalidChar',
    'badRequest.nicknameLength',
  ],
});

/** `data` is what the call for that setting takes. */
export const updateMember = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/member/{memberId}',
  summary: 'Sets the username or a new password of the caller, by the caller’s own id',
  access: 'member',
  input: z.object({ memberId: rowId, data: z.union([changeUsername.input, changePassword.input]) }),
  output: z.object({ token: z.string() }),
  errors: [...changeUsername.errors, ...changePassword.errors],
});

export const SUGGESTION_LIMIT = 5;

/** One of the five may be the name that is typed, and is not offered then. */
export const SUGGESTIONS_SHOWN = 3;

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
