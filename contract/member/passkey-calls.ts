import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, moment } from '../fields.ts';
import { oldPasswordField } from './credentials.ts';
import {
  creationOptionsSchema,
  loginResponseSchema,
  passkeyNameSchema,
  registrationResponseSchema,
  requestOptionsSchema,
} from './passkeys.ts';

const passkeySchema = z.object({
  passkey: z.string(),
  name: z.string(),
  createdAt: moment,
  lastUsedAt: z.nullable(moment),
  /** The provider syncs it between devices. */
  isSynced: z.boolean(),
  /** A login with it was refused, because it may have been copied. */
  isCopied: z.boolean(),
});
export type Passkey = z.output<typeof passkeySchema>;

/** `badRequest.notFound` if the brand has no passkeys. */
const off = ['badRequest.notFound'] as const;

export const listPasskeys = endpoint({
  base: 'member',
  method: 'GET',
  path: '/passkeys',
  summary: 'Returns the passkeys of a member, oldest first',
  access: 'member',
  input: z.object({}),
  output: z.object({ result: z.array(passkeySchema) }),
  errors: [...off],
});

export const beginPasskey = endpoint({
  base: 'member',
  method: 'POST',
  path: '/passkeys/challenge',
  summary: 'Checks the password and returns the options for creating a passkey, valid once within 5 minutes',
  access: 'member',
  input: z.object({ password: oldPasswordField }),
  output: z.object({ options: creationOptionsSchema }),
  errors: [...off, 'badRequest.incorrectPassword', 'badRequest.passkey.full'],
});

export const addPasskey = endpoint({
  base: 'member',
  method: 'POST',
  path: '/passkeys',
  summary: 'Adds a passkey created by the browser; without a name it is named after its provider or device',
  access: 'member',
  input: z.object({ credential: registrationResponseSchema, name: z.optional(passkeyNameSchema) }),
  output: passkeySchema,
  errors: [
    ...off,
    'badRequest.passkey.expired',
    'badRequest.passkey.invalid',
    'badRequest.passkey.exists',
    'badRequest.passkey.full',
  ],
});

export const renamePasskey = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/passkeys/{passkey}',
  summary: 'Renames a passkey of the member',
  access: 'member',
  input: z.object({ passkey: z.uuid(), name: passkeyNameSchema }),
  output: done,
  errors: [...off, 'badRequest.passkey.notExists'],
});

export const removePasskey = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/passkeys/{passkey}',
  summary: 'Removes a passkey of the member; succeeds if it does not exist',
  access: 'member',
  input: z.object({ passkey: z.uuid() }),
  output: done,
  errors: [...off],
});

export const beginPasskeyLogin = endpoint({
  base: 'member',
  method: 'POST',
  path: '/login/passkey/challenge',
  summary: 'Returns the challenge that a passkey signs to log in, valid once within 5 minutes',
  access: 'anyone',
  input: z.object({}),
  output: z.object({ options: requestOptionsSchema }),
  errors: [...off],
});

export const logInWithPasskey = endpoint({
  base: 'member',
  method: 'POST',
  path: '/login/passkey',
  summary: 'Opens a session with a passkey, returns its token and sets it as a cookie',
  access: 'anyone',
  input: z.object({ credential: loginResponseSchema }),
  output: z.object({ token: z.string() }),
  errors: [
    ...off,
    'badRequest.passkey.expired',
    'badRequest.passkey.notExists',
    'badRequest.passkey.invalid',
    'badRequest.passkey.copied',
    'badRequest.login.blocked',
  ],
});
