import { atom, computed } from 'nanostores';
import type { OutputOf } from '#contract/endpoint.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { readWallet, type WalletVariant } from '#contract/wallet/purchase-calls.ts';
import { brand } from '../../../content/brand/index.ts';
import { call } from '../../api/call.ts';
import { $session, ownerOf } from '../../shell/start/session.ts';

export type Offer =
  | { readonly status: 'unknown' }
  | { readonly status: 'loading' }
  | ({ readonly status: 'ready' } & Pick<
      OutputOf<typeof readWallet>,
      'bundles' | 'minutePrices' | 'billing' | 'paymentOptions' | 'variant' | 'owed' | 'coolOffUntil'
    >)
  | { readonly status: 'failed'; readonly label: ErrorLabel };

export const $offer = atom<Offer>({ status: 'unknown' });

/**
 * Marks the offer as stale, as the debt or the wallet's lock may have changed: it is read again on next use. An answer
 * still on its way is dropped.
 */
export const forgetOffer = (): void => $offer.set({ status: 'unknown' });

// Debt and lock are the member's.
computed($session, () => ownerOf()).listen(forgetOffer);

/** Reads the offer unless it is already loaded. */
export async function loadOffer(): Promise<void> {
  const { status } = $offer.get();
  if (status === 'loading' || status === 'ready') return;
  const loading: Offer = { status: 'loading' };
  $offer.set(loading);
  const finish = (offer: Offer): void => {
    if ($offer.get() === loading) $offer.set(offer);
  };
  try {
    const read = await call(readWallet, { wallet: brand.wallet });
    const { bundles, minutePrices, billing, paymentOptions, variant, owed, coolOffUntil } = read;
    const own = { ...(minutePrices && { minutePrices }), ...(billing && { billing }) };
    finish({ status: 'ready', bundles, ...own, paymentOptions, variant, owed, coolOffUntil });
  } catch (error) {
    finish({ status: 'failed', label: labelOf(error) });
  }
}

/** The wallet's variant: from the server's response, before that from the brand (live spec 2). */
export function walletVariant(): WalletVariant {
  const offer = $offer.get();
  return offer.status === 'ready' ? offer.variant : brand.wallet;
}
