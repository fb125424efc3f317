import { atom } from 'nanostores';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { splitLocale } from '#contract/locales.ts';
import type { FailReason } from '#contract/wallet/payment.ts';
import { openPayment as openPaymentCall, readPayment } from '#contract/wallet/purchase-calls.ts';
import { returnPageOf } from '#contract/wallet/return-page.ts';
import { readCredits } from '#contract/wallet/spending-calls.ts';
import { call } from '../../api/call.ts';
import { deviceOf, paymentDevice } from '../../shell/device.ts';
import { $wallet } from '../spending/store.ts';

export interface Basket {
  /** Id of a bundle. */
  readonly bundle: string;
  /** Id of a payment option. */
  readonly option: string;
  /** To immediate delivery and the loss of the right of withdrawal. */
  readonly consent: boolean;
}

export type Purchase =
  | { readonly status: 'choosing' }
  | { readonly status: 'opening' }
  | { readonly status: 'refused'; readonly label: ErrorLabel }
  /** On the way to the provider's page. */
  | { readonly status: 'leaving' }
  | { readonly status: 'waiting'; readonly payment: string }
  | { readonly status: 'bought'; readonly payment: string; readonly credits: number }
  | { readonly status: 'failed'; readonly payment: string; readonly reason: FailReason };

export const $purchase = atom<Purchase>({ status: 'choosing' });

/** ms between two checks of a payment; its push usually comes first. */
const LOOK_EVERY = 4000;

/** The last attempt without an answer: repeated with its key it opens no second payment. */
let unanswered: { requestKey: string; basket: string } | null = null;

/** Opens the payment and leaves for the provider's page. Books nothing. */
export async function openPayment(basket: Basket): Promise<void> {
  const { status } = $purchase.get();
  if (status === 'opening' || status === 'leaving') return;
  if (!basket.consent) {
    $purchase.set({ status: 'refused', label: 'badRequest.consent.required' });
    return;
  }
  $purchase.set({ status: 'opening' });
  const { locale, path } = splitLocale(location.pathname);
  const { page, performer } = returnPageOf(path);
  const requestKey = keyFor(basket);
  try {
    const { redirectUrl } = await call(openPaymentCall, {
      bundle: basket.bundle,
      paymentMethod: basket.option,
      consent: basket.consent,
      returnUrl: page,
      ...(performer ? { performer } : {}),
      lang: locale,
      device: paymentDevice(deviceOf(window.innerWidth)),
      requestKey,
    });
    unanswered = null;
    $purchase.set({ status: 'leaving' });
    // The back button may restore this page from the cache.
    window.addEventListener('pageshow', chooseAgain, { once: true });
    location.assign(redirectUrl);
  } catch (error) {
    const label = labelOf(error);
    if (label !== 'UNAVAILABLE') unanswered = null;
    $purchase.set({ status: 'refused', label });
  }
}

function keyFor({ bundle, option }: Basket): string {
  const basket = `${bundle}:${option}`;
  if (unanswered?.basket !== basket) unanswered = { requestKey: crypto.randomUUID(), basket };
  return unanswered.requestKey;
}

/** After a refusal, a failure or a success. */
export function chooseAgain(): void {
  $purchase.set({ status: 'choosing' });
}

/** The wallet was closed: a shown outcome is dropped, a payment under way continues. */
export function forgetOutcome(): void {
  const { status } = $purchase.get();
  if (status === 'bought' || status === 'failed' || status === 'refused') chooseAgain();
}

/**
 * Waits for a payment's outcome by push, and checks now and then in case the push was missed. Returning from the
 * provider proves nothing.
 */
export async function awaitPayment(payment: string): Promise<void> {
  $purchase.set({ status: 'waiting', payment });
  while (isAwaited(payment)) {
    await look(payment);
    if (isAwaited(payment)) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}

export function isAwaited(payment: string): boolean {
  const purchase = $purchase.get();
  return purchase.status === 'waiting' && purchase.payment === payment;
}

async function look(id: string): Promise<void> {
  try {
    const { status, reason, credits } = await call(readPayment, { id });
    if (!isAwaited(id)) return;
    if (status === 'success') {
      $wallet.set(await call(readCredits, {}));
      $purchase.set({ status: 'bought', payment: id, credits });
    }
    if (status === 'failed') $purchase.set({ status: 'failed', payment: id, reason: reason ?? 100 });
  } catch (error) {
    // An unknown payment id in the URL: nothing to wait for.
    const label = labelOf(error);
    if (label !== 'UNAVAILABLE' && isAwaited(id)) chooseAgain();
  }
}
