import type { Factor } from '#contract/studio/account/factor-calls.ts';
import * as calls from '#contract/studio/price-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { createForm, type FormRules } from '../../forms/submit.ts';
import type { MessageKey } from '../../site/i18n.ts';
import { type ProofValues, withProof } from '../factor.ts';

/** Credits for a minute. */
export interface ChosenPrices {
  readonly chat: number;
  readonly vip: number;
}

export interface SavedPrices {
  readonly saved: boolean;
  /** As sent; null if the form was not that of the prices. */
  readonly chosen: ChosenPrices | null;
  /** Whether another page has changed them since this one was loaded: both are shown. */
  readonly isConflict: boolean;
  /** Message key for the whole form. */
  readonly message?: MessageKey;
  /** Message key for the field of the second factor. */
  readonly proof?: MessageKey;
}

const labels = {
  'badRequest.notFound': { message: 'studio.prices.range' },
  'badRequest.price.range': { message: 'studio.prices.range' },
  'badRequest.price.paid': { message: 'studio.prices.paid' },
} as const;

/** Saves the prices that were chosen in the form, after the second factor if it must be proved. */
export async function savePrices(
  form: Pick<FormData, 'get'>,
  factor: Factor,
  options: CallOptions,
): Promise<SavedPrices> {
  const [chat, vip] = ['chat', 'vip'].map((name) => Number(form.get(name)));
  const version = String(form.get('version') ?? '');
  if (!chat || !vip) return { saved: false, chosen: null, isConflict: false, message: 'studio.prices.range' };
  const chosen = { chat, vip };
  const send = async () => void (await call(calls.savePrices, { ...chosen, version }, options));
  const rules: FormRules<never, ProofValues> = { check: () => ({}), send, labels };
  const { $state, submit } = createForm(withProof(rules, factor, options));
  const saved = await submit({ proof: String(form.get('proof') ?? '') });
  const state = $state.get();
  if (state.status !== 'failed') return { saved, chosen, isConflict: false };
  if (state.label === 'badRequest.form.changed') return { saved, chosen, isConflict: true };
  const { proof } = state.fields;
  return {
    saved,
    chosen,
    isConflict: false,
    ...(state.message && { message: state.message }),
    ...(proof && { proof }),
  };
}
