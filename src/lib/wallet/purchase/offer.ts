import { atom } from 'nanostores';
import type { OutputOf } from '#contract/endpoint.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { readWallet, type WalletVariant } from '#contract/wallet/purchase-calls.ts';
import { brand } from '../../../content/brand/index.ts';
import { call } from '../../api/call.ts';

export type Offer =
  | { readonly status: 'unknown' }
  | { readonly status: 'loading' }
  | ({ readonly status: 'ready' } & Pick<
      OutputOf<typeof readWallet>,
      'bundles' | 'paymentOptions' | 'variant' | 'owed' | 'coolOffUntil'
    >)
  | { readonly status: 'failed'; readonly label: ErrorLabel };

export const $offer = atom<Offer>({ status: 'unknown' });

/** Marks the offer as stale, as the debt or the wallet's lock may have changed: it is read again on next use. */
export function forgetOffer(): void {
  if ($offer.get().status === 'ready') $offer.set({ status: 'unknown' });
}

/** Reads the offer unless it is already loaded. */
export async function loadOffer(): Promise<void> {
  const { status } = $offer.get();
  if (status === 'loading' || status === 'ready') return;
  $offer.set({ status: 'loading' });
  try {
    const read = await call(readWallet, { wallet: brand.wallet });
    const { bundles, paymentOptions, variant, owed, coolOffUntil } = read;
    $offer.set({ status: 'ready', bundles, paymentOptions, variant, owed, coolOffUntil });
  } catch (error) {
    $offer.set({ status: 'failed', label: labelOf(error) });
  }
}

/** The wallet's variant: from the server's response, before that from the brand (live spec 2). */
export function walletVariant(): WalletVariant {
  const offer = $offer.get();
  return offer.status === 'ready' ? offer.variant : brand.wallet;
}
