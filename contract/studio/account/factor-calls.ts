import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import type { ErrorLabel } from '../../errors.ts';
import { done, moment } from '../../fields.ts';
import { codeField, oldPasswordField } from '../../member/account/credentials.ts';
import { beginPasskeyLogin, loginResponseSchema, passkeyRefusals } from '../../member/passkey-calls.ts';

/** Minutes for which a proof of the second factor counts. */
export const FACTOR_MINUTES = 15;

/** Minutes within which the app must be confirmed with its first code. */
export const OFFER_MINUTES = 30;

/** Recovery codes of a performer. */
export const RECOVERY_CODES = 10;

/** Characters of one, of an alphabet of 32: 80 bits. People copy dashes and spaces with them. */
export const RECOVERY_CODE_LENGTH = 16;
const recoveryPattern = /^[a-z2-7]{16}$/;

/** As it is compared: without spaces, dashes and capitals. */
export const foldProof = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();

/** Why a typed proof cannot be right, or null. */
export const refuseProof = (typed: string): 'shape' | null =>
  /^\d{6}$/.test(foldProof(typed)) || recoveryPattern.test(foldProof(typed)) ? null : 'shape';

/** A code of the app, or a recovery code. */
const proofField = z.string().check(
  z.maxLength(64),
  z.overwrite(foldProof),
  z.refine((code) => refuseProof(code) === null),
);

/** Of calls that ask for the second factor first (server/testing/rules/factor-calls.ts). */
export const factorErrors = ['badRequest.factor.required'] as const satisfies readonly ErrorLabel[];

/** Also possible in a login that lacks the factor which the operator requires: they give it. */
const own = { base: 'studio', access: 'performer', beforeFactor: true } as const;

const factorSchema = z.object({
  /** Since when she has an authenticator app; null without one. */
  app: z.nullable(moment),
  /** Passkeys that can prove it; 0 if the brand has none. */
  passkeys: z.int(),
  /** Recovery codes that were not used. */
  recoveryCodes: z.int(),
  /** Whether the operator requires a second factor. */
  isRequired: z.boolean(),
  /** Until when this login's last proof counts; null if it must be proved first. */
  provedUntil: z.nullable(moment),
});
export type Factor = z.output<typeof factorSchema>;

export const hasFactor = ({ app, passkeys }: { readonly app: unknown; readonly passkeys: number }): boolean =>
  app !== null || passkeys > 0;

export const readFactor = endpoint({
  ...own,
  method: 'GET',
  path: '/factor',
  summary: 'Returns the performer’s second factors, and until when this login has proved one',
  input: z.object({}),
  output: factorSchema,
  errors: [],
});

export const declineFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/factor/later',
  summary: 'Notes that the performer was offered a second factor: logins do not offer it again',
  input: z.object({}),
  output: done,
  errors: [],
});

export const beginAuthenticator = endpoint({
  ...own,
  method: 'POST',
  path: '/factor/app/begin',
  summary: 'Returns a key for an authenticator app, to be confirmed with its first code within 30 minutes',
  input: z.object({ password: oldPasswordField }),
  output: z.object({
    /** For the confirmation. */
    offer: z.string(),
    /** For the picture that authenticator apps read: `otpauth://totp/…`. */
    authenticator: z.string(),
  }),
  errors: ['badRequest.incorrectPassword', ...factorErrors],
});

const codes = z.object({ recoveryCodes: z.array(z.string()) });

export const setAuthenticator = endpoint({
  ...own,
  method: 'PUT',
  path: '/factor/app',
  summary: 'Sets up the authenticator app with its first code, and returns recovery codes, shown only now',
  input: z.object({ offer: z.string().check(z.minLength(1), z.maxLength(1024)), code: codeField }),
  output: codes,
  errors: ['badRequest.code.invalid', 'badRequest.link.expired', ...factorErrors],
});

export const removeAuthenticator = endpoint({
  base: 'studio',
  access: 'performer',
  method: 'DELETE',
  path: '/factor/app',
  summary:
    'Removes the authenticator app, and the recovery codes with the last factor; succeeds if there is none',
  input: z.object({}),
  output: done,
  errors: ['badRequest.factor.last', ...factorErrors],
});

export const renewRecoveryCodes = endpoint({
  base: 'studio',
  access: 'performer',
  method: 'POST',
  path: '/factor/recovery-codes',
  summary: 'Replaces the recovery codes, and returns the new ones, shown only now',
  input: z.object({}),
  output: codes,
  errors: ['badRequest.notFound', ...factorErrors],
});

const proved = z.object({ provedUntil: moment });

export const proveFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/factor/proof',
  summary: 'Proves the second factor with a code of the app or a recovery code, which each work once',
  input: z.object({ code: proofField }),
  output: proved,
  errors: ['badRequest.code.invalid'],
});

export const beginFactorProof = endpoint({
  ...beginPasskeyLogin,
  ...own,
  path: '/factor/proof/challenge',
  summary:
    'Returns the challenge that a passkey signs to prove the second factor, valid once within 5 minutes',
});

export const proveFactorWithPasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/factor/proof/passkey',
  summary: 'Proves the second factor with a passkey of the performer',
  input: z.object({ credential: loginResponseSchema }),
  output: proved,
  errors: passkeyRefusals,
});
