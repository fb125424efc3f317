import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, moment } from '../fields.ts';
import { trimBlank } from '../input.ts';
import { oldPasswordField } from './account/credentials.ts';

/** Passkeys per account. */
export const PASSKEYS_MAX = 10;

/** Characters of a passkey's name. */
export const PASSKEY_NAME_MAX = 60;

/** Seconds for which a challenge is valid; each can be used once. */
export const CHALLENGE_SECONDS = 300;

/** Why a name is refused, or null. */
export function refusePasskeyName(name: string): 'required' | 'long' | null {
  const length = [...trimBlank(name)].length;
  if (length === 0) return 'required';
  return length > PASSKEY_NAME_MAX ? 'long' : null;
}

/** The cap in UTF-16 units bounds the work of counting. */
export const passkeyNameSchema = z.string().check(
  z.maxLength(PASSKEY_NAME_MAX * 4),
  z.overwrite(trimBlank),
  z.refine((name) => refusePasskeyName(name) === null),
);

/**
 * Whether a passkey may have been copied: its counter did not grow (WebAuthn Level 3, 6.1.1). Many authenticators do
 * not count and always send 0.
 */
export const isCopied = (stored: number, counter: number): boolean =>
  (stored > 0 || counter > 0) && counter <= stored;

/** The browser's WebAuthn response as JSON (WebAuthn Level 3, 5.1). Bytes are base64url. */
const bytes = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[\w-]+$/));

/** A credential id has 1023 bytes at most. */
const credentialId = bytes(1400);

const credential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
});

export const registrationResponseSchema = z.extend(credential, {
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(16_384),
    transports: z._default(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(8)), []),
  }),
});
export type RegistrationResponse = z.output<typeof registrationResponseSchema>;

export const loginResponseSchema = z.extend(credential, {
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(4096),
    /** Identifies the account; only discoverable passkeys send it. */
    userHandle: z.optional(bytes(128)),
  }),
});
export type LoginResponse = z.output<typeof loginResponseSchema>;

const publicKey = z.literal('public-key');

/** WebAuthn options for the browser, as JSON (WebAuthn Level 3, 5.1.9 and 5.1.10). */
export const creationOptionsSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  timeout: z.int(),
  /** Passkeys the account already has. */
  excludeCredentials: z.array(z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

export const requestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});

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

/** What a passkey that signs a challenge may be refused for. */
export const passkeyRefusals = [
  ...off,
  'badRequest.passkey.expired',
  'badRequest.passkey.notExists',
  'badRequest.passkey.invalid',
  'badRequest.passkey.copied',
] as const;

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
  errors: [...passkeyRefusals, 'badRequest.login.blocked'],
});
