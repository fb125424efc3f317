import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import {
  beginAuthenticator,
  declineFactor,
  type Factor,
  hasFactor,
  proveFactor,
  readFactor,
  refuseProof,
  removeAuthenticator,
  renewRecoveryCodes,
  setAuthenticator,
} from '#contract/studio/account/factor-calls.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { FormRules } from '../forms/submit.ts';
import { fieldErrors } from '../member/account/entry-rules.ts';
import { type RefusalTexts, textFor } from '../shell/texts/refusal-texts.ts';
import type { MessageKey } from '../site/i18n.ts';

export interface ProofValues {
  /** A code of the app, or a recovery code. */
  proof: string;
}

const proofLabels = {
  'badRequest.code.invalid': { field: 'proof', message: 'studio.factor.wrong' },
  'badRequest.factor.required': { field: 'proof', message: 'studio.factor.unproved' },
} as const;

/** The form that only proves the factor. */
export const proofRules = (
  options: CallOptions,
): FormRules<'proof', ProofValues & Record<string, string>> => ({
  check: ({ proof }) => fieldErrors({ proof: refuseProof(proof) === null ? null : 'studio.factor.shape' }),
  send: async ({ proof }) => {
    await call(proveFactor, { code: proof }, options);
  },
  labels: proofLabels,
});

/** Whether a form must ask for the factor. */
export const mustProve = (factor: Factor): boolean => hasFactor(factor) && factor.provedUntil === null;

/**
 * A form that asks for the factor beside its own fields: proves it first, and then sends the form. `factor` is read with
 * the post, since a passkey may have proved it after the page was made.
 */
export function withProof<Field extends string, Values>(
  rules: FormRules<Field, Values>,
  factor: Factor,
  options: CallOptions,
): FormRules<Field | 'proof', Values & ProofValues> {
  const asksProof = mustProve(factor);
  return {
    ...rules,
    labels: { ...rules.labels, ...proofLabels },
    check: (values) => {
      const wrong = rules.check(values) as Partial<Record<Field | 'proof', MessageKey>>;
      if (!asksProof || refuseProof(values.proof) === null) return wrong;
      return { ...wrong, proof: values.proof === '' ? 'studio.factor.unproved' : 'studio.factor.shape' };
    },
    async send(values) {
      if (asksProof) await call(proveFactor, { code: values.proof }, options);
      await rules.send(values);
    },
  };
}

/** What the page of the factor shows after one of its forms was posted. */
export interface FactorOutcome {
  /** The form is done: the page may lead on. */
  readonly isDone?: boolean;
  /** Shown once. */
  readonly recoveryCodes?: readonly string[];
  /** An app that waits for its first code. */
  readonly offer?: { readonly offer: string; readonly authenticator: string };
  /** Field and text of a refusal; no field for the whole page. */
  readonly trouble?: { readonly field?: 'password' | 'code'; readonly message: MessageKey };
}

const refusals: RefusalTexts = {
  'badRequest.invalid.input': 'desk.login.codeShape',
  'badRequest.code.invalid': 'desk.link.codeWrong',
  'badRequest.link.expired': 'studio.factor.late',
};

/** Runs a form of the page. An unknown act does nothing. */
export async function actOnFactor(
  act: string,
  typed: (field: string) => string,
  options: CallOptions,
): Promise<FactorOutcome> {
  const offer = { offer: typed('offer'), authenticator: typed('authenticator') };
  const acts: Readonly<Record<string, () => Promise<FactorOutcome>>> = {
    later: async () => ({ isDone: await call(declineFactor, {}, options) }),
    begin: async () => ({ offer: await call(beginAuthenticator, { password: typed('password') }, options) }),
    set: () => call(setAuthenticator, { offer: offer.offer, code: typed('code') }, options),
    renew: () => call(renewRecoveryCodes, {}, options),
    remove: async () => {
      await call(removeAuthenticator, {}, options);
      return {};
    },
  };
  try {
    return Object.hasOwn(acts, act) ? ((await acts[act]?.()) ?? {}) : {};
  } catch (error) {
    return refused(labelOf(error), act, offer);
  }
}

function refused(label: ErrorLabel, act: string, offer: NonNullable<FactorOutcome['offer']>): FactorOutcome {
  // A password that is empty or too long.
  const isPassword = act === 'begin' && label === 'badRequest.invalid.input';
  const message = textFor(isPassword ? 'badRequest.incorrectPassword' : label, refusals);
  if (isPassword || label === 'badRequest.incorrectPassword')
    return { trouble: { field: 'password', message } };
  const isCode = label === 'badRequest.code.invalid' || label === 'badRequest.invalid.input';
  // The picture stays while the code is corrected.
  if (isCode && isAppUrl(offer.authenticator)) return { trouble: { field: 'code', message }, offer };
  return { trouble: { message } };
}

/** The page posts the URL to itself: another one is not shown. */
const isAppUrl = (url: string): boolean => url.startsWith('otpauth://totp/') && URL.canParse(url);

/** The key in the URL of an app, for typing. */
export const keyOf = (authenticator: string): string =>
  new URL(authenticator).searchParams.get('secret') ?? '';

export const readOwnFactor = (options: CallOptions): Promise<Factor> => call(readFactor, {}, options);
