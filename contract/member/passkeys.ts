import * as z from 'zod/mini';
import { trimBlank } from '../blank.ts';

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
