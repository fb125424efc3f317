import type { Factor } from '#contract/studio/account/factor-calls.ts';
import { refuseSeller, type SellerField, sellerFields } from '#contract/tax/seller.ts';
import { saveSeller as call } from '#contract/tax/seller-calls.ts';
import { type CallOptions, call as send } from '../../api/call.ts';
import { createForm, type FormRules } from '../../forms/submit.ts';
import type { MessageKey } from '../../site/i18n.ts';
import { type ProofValues, withProof } from '../factor.ts';

export type SellerValues = Record<SellerField, string>;

export interface SavedSeller {
  readonly saved: boolean;
  /** As sent. */
  readonly values: SellerValues;
  /** Message keys by field; `proof` is the field of the second factor. */
  readonly errors: Readonly<Partial<Record<SellerField | 'proof', MessageKey>>>;
  /** Message key for the whole form. */
  readonly message: MessageKey | null;
}

const wrong = (field: SellerField): MessageKey => `seller.wrong.${field}`;

/** Saves the payout and tax details of the form, after the second factor if it must be proved. */
export async function saveSeller(
  form: Pick<FormData, 'get'>,
  factor: Factor,
  { now, ...options }: CallOptions & { now: Date },
): Promise<SavedSeller> {
  const textOf = (name: string): string => String(form.get(name) ?? '').trim();
  const values = Object.fromEntries(sellerFields.map((field) => [field, textOf(field)])) as SellerValues;
  const rules: FormRules<SellerField, ProofValues> = {
    check: () => Object.fromEntries(refuseSeller(values, now).map((field) => [field, wrong(field)])),
    send: async () => void (await send(call, { ...values, version: textOf('version') }, options)),
    labels: { 'badRequest.form.changed': { message: 'seller.changed' } },
  };
  const { $state, submit } = createForm(withProof(rules, factor, options));
  const saved = await submit({ proof: textOf('proof') });
  const state = $state.get();
  return state.status === 'failed'
    ? { saved, values, errors: state.fields, message: state.message }
    : { saved, values, errors: {}, message: null };
}
