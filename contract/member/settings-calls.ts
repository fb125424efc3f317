import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { rowId } from '../fields.ts';
import { changePassword } from './password-calls.ts';

export const changeUsername = endpoint({
  base: 'member',
  method: 'POST',
  path: '/change-username',
  summary: 'Sets the username and returns a new token of the same session',
  access: 'member',
  input: z.object({ username: z.string().check(z.trim(), z.maxLength(255)) }),
  output: z.object({ token: z.string() }),
  errors: [
    'badRequest.username_exists',
    'badRequest.forbiddenWords',
    'badRequest.invalidChar',
    'badRequest.nicknameLength',
  ],
});

/** `data` is the input of the call for that setting. */
export const updateMember = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/member/{memberId}',
  summary:
    'Sets the caller’s username or password by the caller’s own id, and returns a token of the same session',
  access: 'member',
  input: z.object({ memberId: rowId, data: z.union([changeUsername.input, changePassword.input]) }),
  output: z.object({ token: z.string() }),
  errors: [...changeUsername.errors, ...changePassword.errors],
});

export const SUGGESTION_LIMIT = 5;

/** Five are generated and three shown, because one of them may equal the typed name. */
export const SUGGESTIONS_SHOWN = 3;

export const SUGGESTION_MAX_LENGTH = 32;

export const suggestUsernames = endpoint({
  base: 'member',
  method: 'GET',
  path: '/username/suggestions',
  summary: 'Returns free usernames similar to the given one',
  access: 'member',
  input: z.object({
    username: z._default(z.string().check(z.trim(), z.maxLength(254)), ''),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(20)), SUGGESTION_LIMIT),
    maxLength: z._default(
      z.coerce.number().check(z.int(), z.minimum(4), z.maximum(SUGGESTION_MAX_LENGTH)),
      SUGGESTION_MAX_LENGTH,
    ),
  }),
  output: z.object({ suggestions: z.array(z.string()) }),
  errors: [],
});
