import { map } from 'nanostores';
import * as z from 'zod/mini';
import { keep, readKept } from '../../shell/kept.ts';
import { tellMoment } from '../../shell/moments.ts';
import { $purchase, type Purchase } from '../store.ts';

const idSchema = z.string().check(z.minLength(1), z.maxLength(64));

/** The wallet's position, as a browser tab stores it. Never the consent, which is given for each payment. */
const keptWalletSchema = z.object({
  step: z.enum(['package', 'pay']),
  /** Id of a bundle. */
  bundle: z.nullable(idSchema),
  /** Id of a payment option. */
  option: z.nullable(idSchema),
  /** The awaited payment; `beside` if it is in a separate tab. */
  payment: z.nullable(z.object({ id: idSchema, beside: z.boolean() })),
});
type KeptWallet = z.infer<typeof keptWalletSchema>;

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
