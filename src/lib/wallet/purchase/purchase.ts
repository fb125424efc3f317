import { labelOf } from '#contract/errors.ts';
import { splitLocale } from '#contract/locales.ts';
import { openPayment as openPaymentCall, readCredits, readPayment } from '#contract/wallet/purchase-calls.ts';
import { call } from '../../api/call.ts';
import { $device, paymentDevice } from '../../shell/device.ts';
import { thisPage } from '../../site/routing/return-to.ts';
import { $purchase, $wallet, chooseAgain, isAwaited } from '../store.ts';
// Also follows outcomes, which may arrive before the wallet is loaded.
import { $choice } from './choice.ts';
import { answerPaymentTab, openPaymentTab, type PaymentTab } from './payment-tab.ts';

export interface Basket {
  /** Id of a bundle. */
  readonly bundle: string;
  /** Id of a payment option. */
  readonly option: string;
  /** Consent to immediate delivery and to losing the right of withdrawal for used credits. */
  readonly consent: boolean;
  /** Where the buyer lives; missing outside the Union, and where it does not count. */
  readonly country?: string | undefined;
}

/** ms between two checks of a payment; its push usually arrives first. */
const LOOK_EVERY = 4000;
/** ms between two checks while the buyer is at the provider, in a tab beside. */
const LOOK_BESIDE_EVERY = 15_000;

export interface Checkout {
  /**
   * Opens the payment and the provider's page: with `chatWith` in a tab beside the chat, which leaving would end, else
   * on this page. Call it within the click, or browsers block the tab. Books nothing.
   */
  openPayment(basket: Basket, chatWith: string | null): Promise<void>;
}

export function createCheckout(): Checkout {
  /** The last attempt without a response: a retry with its key opens no second payment. */
  let unanswered: { requestKey: string; basket: string } | null = null;
  const keyFor = ({ bundle, option }: Basket): string => {
    const basket = `${bundle}:${option}`;
    if (unanswered?.basket !== basket) unanswered = { requestKey: crypto.randomUUID(), basket };
    return unanswered.requestKey;
  };
  return {
    async openPayment(basket, chatWith) {
      const { status } = $purchase.get();
      if (status === 'opening' || status === 'leaving') return;
      if (!basket.consent) {
        $purchase.set({ status: 'refused', label: 'badRequest.consent.required' });
        return;
      }
      $purchase.set({ status: 'opening' });
      const tab = chatWith === null ? null : openPaymentTab(chatWith);
      const { locale } = splitLocale(location.pathname);
      const requestKey = keyFor(basket);
      try {
        const { payment, redirectUrl } = await call(openPaymentCall, {
          bundle: basket.bundle,
          paymentMethod: basket.option,
          consent: basket.consent,
          ...(basket.country && { country: basket.country }),
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
    },
  };
}

/** The page's instance: an attempt may be retried after the wallet was closed. */
export const { openPayment } = createCheckout();

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

/**
 * Waits for a payment's outcome by push, and polls in case the push was missed. Returning from the provider proves
 * nothing.
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

/** After a reload: waits again for the page's payment, and answers its tab. */
export function resumePayment(): void {
  const { payment } = $choice.get();
  if (payment === null || $purchase.get().status !== 'choosing') return;
  if (payment.beside) answerPaymentTab(payment.id, () => void look(payment.id));
  void awaitPayment(payment.id, { beside: payment.beside });
}

/** Checks the state of a payment. */
async function look(id: string): Promise<void> {
  try {
    const { status, reason, credits, debt } = await call(readPayment, { id });
    if (!isAwaited(id)) return;
    if (status === 'success') {
      $wallet.set(await call(readCredits, {}));
      // Its push may have arrived meanwhile, and a purchase is shown once.
      if (isAwaited(id)) $purchase.set({ status: 'bought', payment: id, credits, debt });
    }
    if (status === 'failed') $purchase.set({ status: 'failed', payment: id, reason: reason ?? 100 });
  } catch (error) {
    // The URL contained an unknown payment id: nothing to wait for.
    const label = labelOf(error);
    if (label !== 'UNAVAILABLE' && isAwaited(id)) chooseAgain();
  }
}
