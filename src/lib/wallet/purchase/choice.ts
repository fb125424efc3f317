import { map } from 'nanostores';
import { type KeptWallet, keptWalletSchema } from '#contract/wallet/kept-wallet.ts';
import { keep, readKept } from '../../shell/kept.ts';
import { tellMoment } from '../../tracking/moments.ts';
import { $purchase, type Purchase } from './store.ts';

const KEY = 'wallet';
const nothing: KeptWallet = { step: 'package', bundle: null, option: null, payment: null };

/** Step and selection of the wallet, and the awaited payment. Kept over a reload. */
export const $choice = map<KeptWallet>(readChoice());

function readChoice(): KeptWallet {
  return keptWalletSchema.safeParse(readKept(KEY)).data ?? nothing;
}

/** Runs when the page loads; a test calls it to simulate a reload. */
export function restoreChoice(): void {
  $choice.set(readChoice());
}

$choice.listen((choice) => keep(KEY, choice === nothing ? null : choice));

export function chooseBundle(bundle: string): void {
  $choice.set({ ...$choice.get(), step: 'pay', bundle });
}

/** Returns to the bundles, with the former one still selected. */
export function changeBundle(): void {
  $choice.setKey('step', 'package');
}

export function chooseOption(option: string): void {
  $choice.setKey('option', option);
}

/** Also called at logout, so that the next member starts over. */
export function forgetChoice(): void {
  $choice.set(nothing);
}

/** Any outcome clears the basket; after a failure the bundle stays selected at the first step. */
$purchase.listen((purchase) => {
  if (purchase.status === 'bought') {
    tellMoment({ name: 'purchase', payment: purchase.payment });
    forgetChoice();
  } else if (purchase.status === 'failed') {
    $choice.set({ ...nothing, bundle: $choice.get().bundle });
  } else $choice.setKey('payment', paymentOf(purchase));
});

function paymentOf(purchase: Purchase): KeptWallet['payment'] {
  if (purchase.status !== 'waiting') return null;
  return { id: purchase.payment, beside: isBeside(purchase) };
}

/** Whether the provider's page is open in another tab. */
export const isBeside = (purchase: Extract<Purchase, { status: 'waiting' }>): boolean =>
  purchase.payAt !== undefined || purchase.beside === true;
