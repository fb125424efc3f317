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

/** What the buyer has chosen. */
export interface Basket {
  /** The id of a bundle. */
  readonly bundle: string;
  /** The id of a payment option. */
  readonly option: string;
  /** Agreed to immediate delivery and the loss of the right of withdrawal. */
  readonly consent: boolean;
}

export type Purchase =
  | { readonly status: 'choosing' }
  | { readonly status: 'opening' }
  | { readonly status: 'refused'; readonly label: ErrorLabel }
  /** The browser is on its way to the provider. */
  | { readonly status: 'leaving' }
  | { readonly status: 'waiting'; readonly payment: string }
  | { readonly status: 'bought'; readonly payment: string; readonly credits: number }
  | { readonly status: 'failed'; readonly payment: string; readonly reason: FailReason };

export const $purchase = atom<Purchase>({ status: 'choosing' });

/** ms between two looks at a payment that is waited for; its push usually comes first. */
const LOOK_EVERY = 4000;

/** The last try that may not have arrived: sent again under its key it opens no second payment. */
let unanswered: { requestKey: string; basket: string } | null = null;

/** Opens the payment and sends the browser to the provider. Nothing is booked by it. */
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
    // The browser's back button may bring this very page back, as it was left.
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

/** Back to choosing: after a refusal, a failure or a success. */
export function chooseAgain(): void {
  $purchase.set({ status: 'choosing' });
}

/** The wallet is closed: what was told need not be told again, and what is under way goes on. */
export function forgetOutcome(): void {
  const { status } = $purchase.get();
  if (status === 'bought' || status === 'failed' || status === 'refused') chooseAgain();
}

/**
 * Waits for what comes of a payment: the push tells, and the payment is looked up now and then in case that
 * was missed. The page that the provider leads back to says nothing by itself.
 */
export async function awaitPayment(payment: string): Promise<void> {
  $purchase.set({ status: 'waiting', payment });
  while (isAwaited(payment)) {
    await look(payment);
    if (isAwaited(payment)) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}

/** Whether this payment is what the page is waiting for. */
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
    // An address somebody made up or passed on: there is nothing to wait for.
    const label = labelOf(error);
    if (label !== 'UNAVAILABLE' && isAwaited(id)) chooseAgain();
  }
}
