import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
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
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Kept by a provider on several devices. */
  isSynced: z.boolean(),
  /** A login with it was refused, because there seems to be a copy. */
  isCopied: z.boolean(),
});
export type Passkey = z.output<typeof passkeySchema>;

/** `badRequest.notFound` where the brand has no passkeys. */
const off = ['badRequest.notFound'] as const;

export const listPasskeys = endpoint({
  base: 'member',
  method: 'GET',
  path: '/passkeys',
  summary: 'The passkeys of a member, the oldest first',
  access: 'member',
  input: z.object({}),
  output: z.object({ result: z.array(passkeySchema) }),
  errors: [...off],
});

export const beginPasskey = endpoint({
  base: 'member',
  method: 'POST',
  path: '/passkeys/challenge',
  summary:
    'Asks for a new passkey, with the password: what the browser makes it from, once and within 5 minutes',
  access: 'member',
  input: z.object({ password: oldPasswordField }),
  output: z.object({ options: creationOptionsSchema }),
  errors: [...off, 'badRequest.incorrectPassword', 'badRequest.passkey.full'],
});

export const addPasskey = endpoint({
  base: 'member',
  method: 'POST',
  path: '/passkeys',
  summary: 'Adds the passkey that the browser made; without a name it is called after its provider or device',
  access: 'member',
  input: z.object({ credential: registrationResponseSchema, name: passkeyNameSchema.optional() }),
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
  summary: 'Gives a passkey of the member another name',
  access: 'member',
  input: z.object({ passkey: z.uuid(), name: passkeyNameSchema }),
  output: done,
  errors: [...off, 'badRequest.passkey.notExists'],
});

export const removePasskey = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/passkeys/{passkey}',
  summary: 'Removes a passkey of the member; the same for one that is not there',
  access: 'member',
  input: z.object({ passkey: z.uuid() }),
  output: done,
  errors: [...off],
});

export const beginPasskeyLogin = endpoint({
  base: 'member',
  method: 'POST',
  path: '/login/passkey/challenge',
  summary: 'What the browser asks a passkey to sign, once and within 5 minutes',
  access: 'anyone',
  input: z.object({}),
  output: z.object({ options: requestOptionsSchema }),
  errors: [...off],
});

export const logInWithPasskey = endpoint({
  base: 'member',
  method: 'POST',
  path: '/login/passkey',
  summary: 'Opens a session with a passkey, as a login with the password does',
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
