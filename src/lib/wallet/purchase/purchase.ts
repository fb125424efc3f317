import { labelOf } from '#contract/errors.ts';
import { splitLocale } from '#contract/locales.ts';
import { openPayment as openPaymentCall, readPayment } from '#contract/wallet/purchase-calls.ts';
import { readCredits } from '#contract/wallet/spending-calls.ts';
import { call } from '../../api/call.ts';
import { $chat } from '../../chat/session/store.ts';
import { $device, paymentDevice } from '../../shell/device.ts';
import { thisPage } from '../../site/this-page.ts';
import { $wallet } from '../spending/store.ts';
// Follows the outcome, which may be known before the wallet is loaded.
import './choice.ts';
import { answerPaymentTab, openPaymentTab, type PaymentTab } from './payment-tab.ts';
import { $purchase, chooseAgain, isAwaited } from './store.ts';

export interface Basket {
  /** Id of a bundle. */
  readonly bundle: string;
  /** Id of a payment option. */
  readonly option: string;
  /** To immediate delivery and the loss of the right of withdrawal for what is used. */
  readonly consent: boolean;
}

/** ms between two checks of a payment; its push usually comes first. */
const LOOK_EVERY = 4000;
/** The same while the buyer is still at the provider, in a tab beside. */
const LOOK_BESIDE_EVERY = 15_000;

/** The last attempt without an answer: repeated with its key it opens no second payment. */
let unanswered: { requestKey: string; basket: string } | null = null;

/**
 * Opens the payment and leads to the provider's page: in a tab beside while a chat is open, else on this page. To be
 * called by the click itself, or browsers refuse the tab. Books nothing.
 */
export async function openPayment(basket: Basket): Promise<void> {
  const { status } = $purchase.get();
  if (status === 'opening' || status === 'leaving') return;
  if (!basket.consent) {
    $purchase.set({ status: 'refused', label: 'badRequest.consent.required' });
    return;
  }
  $purchase.set({ status: 'opening' });
  const tab = tabBesideChat();
  const { locale } = splitLocale(location.pathname);
  const requestKey = keyFor(basket);
  try {
    const { payment, redirectUrl } = await call(openPaymentCall, {
      bundle: basket.bundle,
      paymentMethod: basket.option,
      consent: basket.consent,
      returnUrl: tab?.page ?? thisPage(location),
      lang: locale,
      device: paymentDevice($device.get()),
      requestKey,
    });
    unanswered = null;
    if (tab) payIn(tab, payment, redirectUrl);
    else leaveFor(redirectUrl);
  } catch (error) {
    tab?.close();
    const label = labelOf(error);
    if (label !== 'UNAVAILABLE') unanswered = null;
    $purchase.set({ status: 'refused', label });
  }
}

/** Null without a chat that leaving would end. */
function tabBesideChat(): PaymentTab | null {
  const chat = $chat.get();
  const isOpen = chat.status === 'watching' || chat.status === 'joining';
  return isOpen ? openPaymentTab(chat.performer) : null;
}

function payIn(tab: PaymentTab, payment: string, payAt: string): void {
  tab.go(payAt);
  answerPaymentTab(payment, () => void look(payment));
  void awaitPayment(payment, { payAt });
}

function leaveFor(redirectUrl: string): void {
  $purchase.set({ status: 'leaving' });
  // The back button may restore this page from the cache.
  window.addEventListener('pageshow', chooseAgain, { once: true });
  location.assign(redirectUrl);
}

function keyFor({ bundle, option }: Basket): string {
  const basket = `${bundle}:${option}`;
  if (unanswered?.basket !== basket) unanswered = { requestKey: crypto.randomUUID(), basket };
  return unanswered.requestKey;
}

/**
 * Waits for a payment's outcome by push, and checks now and then in case the push was missed. Returning from the
 * provider proves nothing.
 */
export async function awaitPayment(
  payment: string,
  { payAt, beside = false }: { payAt?: string; beside?: boolean } = {},
): Promise<void> {
  if (isAwaited(payment)) return;
  $purchase.set({
    status: 'waiting',
    payment,
    ...(payAt !== undefined && { payAt }),
    ...(beside && { beside }),
  });
  const pause = payAt === undefined && !beside ? LOOK_EVERY : LOOK_BESIDE_EVERY;
  while (isAwaited(payment)) {
    await look(payment);
    if (isAwaited(payment)) await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Asks how the payment stands. */
export async function look(id: string): Promise<void> {
  try {
    const { status, reason, credits, debt } = await call(readPayment, { id });
    if (!isAwaited(id)) return;
    if (status === 'success') {
      $wallet.set(await call(readCredits, {}));
      // Its push may have come meanwhile, and a purchase is told once.
      if (isAwaited(id)) $purchase.set({ status: 'bought', payment: id, credits, debt });
    }
    if (status === 'failed') $purchase.set({ status: 'failed', payment: id, reason: reason ?? 100 });
  } catch (error) {
    // An unknown payment id in the URL: nothing to wait for.
    const label = labelOf(error);
    if (label !== 'UNAVAILABLE' && isAwaited(id)) chooseAgain();
  }
}
