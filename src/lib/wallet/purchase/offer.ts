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

/** What is owed, or whether the wallet is locked, may have changed: the next look reads it again. */
export function forgetOffer(): void {
  if ($offer.get().status === 'ready') $offer.set({ status: 'unknown' });
}

/** Read once. */
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

/** How the wallet is shown: as the server answered, before that as the brand asks (live spec 2). */
export function walletVariant(): WalletVariant {
  const offer = $offer.get();
  return offer.status === 'ready' ? offer.variant : brand.wallet;
}
