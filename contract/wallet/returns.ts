/** How money of a paid order goes back: sent by us or the provider, or taken by the payer's bank. */
export const returnKinds = ['refund', 'chargeback'] as const;
export type ReturnKind = (typeof returnKinds)[number];

/**
 * Credits that are no longer paid for when `returnedCents` of a purchase have gone back in all: rounded down, and all of
 * them when all of the money has.
 */
export function creditsReturned(bought: { cents: number; credits: number }, returnedCents: number): number {
  if (returnedCents >= bought.cents) return bought.credits;
  return Number((BigInt(bought.credits) * BigInt(Math.max(0, returnedCents))) / BigInt(bought.cents));
}

/** How what is taken back is split: what the balance carries at once, the rest as a debt. Credits. */
export function splitReturn(credits: number, balance: number): { taken: number; owed: number } {
  const taken = Math.min(credits, Math.max(0, balance));
  return { taken, owed: credits - taken };
}
