import { atom } from 'nanostores';
import type { ErrorLabel } from '#contract/errors.ts';
import type { FailReason } from '#contract/wallet/payment.ts';

export type Purchase =
  | { readonly status: 'choosing' }
  | { readonly status: 'opening' }
  | { readonly status: 'refused'; readonly label: ErrorLabel }
  /** On the way to the provider's page. */
  | { readonly status: 'leaving' }
  /** `payAt`: the provider's page, opened in a tab beside the chat; not known any more after a reload. */
  | {
      readonly status: 'waiting';
      readonly payment: string;
      readonly payAt?: string;
      readonly beside?: true;
    }
  /** `debt`: credits of it that paid what was owed. */
  | { readonly status: 'bought'; readonly payment: string; readonly credits: number; readonly debt: number }
  | { readonly status: 'failed'; readonly payment: string; readonly reason: FailReason };

export const $purchase = atom<Purchase>({ status: 'choosing' });

/** After a refusal, a failure or a success, or instead of waiting: a payment that is made all the same is booked. */
export function chooseAgain(): void {
  $purchase.set({ status: 'choosing' });
}

/** The wallet was closed: a shown outcome is dropped, a payment under way continues. */
export function forgetOutcome(): void {
  const { status } = $purchase.get();
  if (status === 'bought' || status === 'failed' || status === 'refused') chooseAgain();
}

export function isAwaited(payment: string): boolean {
  const purchase = $purchase.get();
  return purchase.status === 'waiting' && purchase.payment === payment;
}
