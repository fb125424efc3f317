import { z } from 'zod';
import { trimBlank } from '../blank.ts';

/** Passkeys of one account. */
export const PASSKEYS_MAX = 10;

/** Characters of a passkey's name. */
export const PASSKEY_NAME_MAX = 60;

/** Seconds in which a challenge can be answered; a second answer to it is refused. */
export const CHALLENGE_SECONDS = 300;

/** Why a name can't be given, or null. */
export function refusePasskeyName(name: string): 'required' | 'long' | null {
  const length = [...trimBlank(name)].length;
  if (length === 0) return 'required';
  return length > PASSKEY_NAME_MAX ? 'long' : null;
}

/** The cap in UTF-16 units bounds the work of counting. */
export const passkeyNameSchema = z
  .string()
  .max(PASSKEY_NAME_MAX * 4)
  .overwrite(trimBlank)
  .refine((name) => refusePasskeyName(name) === null);

/**
 * Whether a passkey shows signs of having been copied: its counter did not grow (WebAuthn Level 3, 6.1.1). Many
 * authenticators do not count and always say 0.
 */
export const isCopied = (stored: number, told: number): boolean => (stored > 0 || told > 0) && told <= stored;

/** What the browser's WebAuthn answers, as JSON (WebAuthn Level 3, 5.1). Bytes are base64url. */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

/** A credential id has 1023 bytes at most. */
const credentialId = bytes(1400);

const credential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
});

export const registrationResponseSchema = credential.extend({
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(16_384),
    transports: z.array(z.string().max(32)).max(8).default([]),
  }),
});
export type RegistrationResponse = z.output<typeof registrationResponseSchema>;

export const loginResponseSchema = credential.extend({
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(4096),
    /** Says whose passkey it is; only discoverable ones have it. */
    userHandle: bytes(128).optional(),
  }),
});
export type LoginResponse = z.output<typeof loginResponseSchema>;

const publicKey = z.literal('public-key');

/** What the browser is asked for, as JSON (WebAuthn Level 3, 5.1.9 and 5.1.10). */
export const creationOptionsSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: publicKey })),
  timeout: z.number().int(),
  /** Those the account has already. */
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
  timeout: z.number().int(),
  userVerification: z.literal('required'),
});
