import { atom, map } from 'nanostores';
import type { ErrorLabel } from '#contract/errors.ts';
import type { DialInState } from '#contract/wallet/dial-in-calls.ts';
import type { FailReason } from '#contract/wallet/payment.ts';

/** Balance in credits; null until known. */
export const $wallet = map<{ credits: number | null }>({ credits: null });

/** (live spec 3) */
export interface DialInView {
  /** Whether a session was opened. */
  readonly init: boolean;
  /** Whether a call runs and pays. */
  readonly active: boolean;
  readonly session: string | null;
  readonly state: DialInState;
  readonly nickname: string | null;
  /** Per minute, formatted in the page's language. */
  readonly price: string;
}

export const noDialIn: DialInView = {
  init: false,
  active: false,
  session: null,
  state: 'PENDING',
  nickname: null,
  price: '',
};

export const $dialIn = atom<DialInView>(noDialIn);

/** Whether guests can pay by phone on this page. */
export const $canCall = atom(false);

export type Purchase =
  | { readonly status: 'choosing' }
  | { readonly status: 'opening' }
  | { readonly status: 'refused'; readonly label: ErrorLabel }
  /** On the way to the provider's page. */
  | { readonly status: 'leaving' }
  /** `payAt`: the provider's page, open in a tab beside the chat; unknown after a reload. */
  | {
      readonly status: 'waiting';
      readonly payment: string;
      readonly payAt?: string;
      readonly beside?: true;
    }
  /** `debt`: how many of these credits paid the debt. */
  | { readonly status: 'bought'; readonly payment: string; readonly credits: number; readonly debt: number }
  | { readonly status: 'failed'; readonly payment: string; readonly reason: FailReason };

export const $purchase = atom<Purchase>({ status: 'choosing' });

/** Returns to the selection after an outcome, or instead of waiting: a payment completed later is still booked. */
export function chooseAgain(): void {
  $purchase.set({ status: 'choosing' });
}

/** Called when the wallet was closed: drops a shown outcome, keeps a running payment. */
export function forgetOutcome(): void {
  const { status } = $purchase.get();
  if (status === 'bought' || status === 'failed' || status === 'refused') chooseAgain();
}

export function isAwaited(payment: string): boolean {
  const purchase = $purchase.get();
  return purchase.status === 'waiting' && purchase.payment === payment;
}
