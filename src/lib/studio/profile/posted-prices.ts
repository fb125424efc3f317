import { labelOf } from '#contract/errors.ts';
import * as calls from '#contract/studio/price-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { type RefusalTexts, textFor } from '../../shell/texts/refusal-texts.ts';
import type { MessageKey } from '../../site/i18n.ts';

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
}

const refusals: RefusalTexts = {
  'badRequest.notFound': 'studio.prices.range',
  'badRequest.price.range': 'studio.prices.range',
  'badRequest.price.paid': 'studio.prices.paid',
};

/** Saves the prices that were chosen in the form. */
export async function savePrices(form: Pick<FormData, 'get'>, options: CallOptions): Promise<SavedPrices> {
  const [chat, vip, version] = ['chat', 'vip', 'version'].map((name) => Number(form.get(name)));
  if (!chat || !vip || version === undefined || Number.isNaN(version))
    return { saved: false, chosen: null, isConflict: false, message: 'studio.prices.range' };
  const chosen = { chat, vip };
  try {
    await call(calls.savePrices, { ...chosen, version }, options);
    return { saved: true, chosen, isConflict: false };
  } catch (error) {
    const label = labelOf(error);
    if (label === 'badRequest.price.changed') return { saved: false, chosen, isConflict: true };
    return { saved: false, chosen, isConflict: false, message: textFor(label, refusals) };
  }
}
