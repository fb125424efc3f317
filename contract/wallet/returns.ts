/** How money of a paid order is returned: refunded by us or the provider, or charged back by the payer's bank. */
export const returnKinds = ['refund', 'chargeback'] as const;
export type ReturnKind = (typeof returnKinds)[number];

/** Of a chargeback: not answered, contested at the gateway or accepted, and how a contested one ended. */
export const disputeStates = ['open', 'contested', 'accepted', 'won', 'lost'] as const;
export type DisputeState = (typeof disputeStates)[number];

/**
 * Credits no longer paid for after `returnedCents` of a purchase were returned in total: rounded down, and all of them
 * once all the money is returned.
 */
export function creditsReturned(bought: { cents: number; credits: number }, returnedCents: number): number {
  if (returnedCents >= bought.cents) return bought.credits;
  return Number((BigInt(bought.credits) * BigInt(Math.max(0, returnedCents))) / BigInt(bought.cents));
}

/** Splits credits to take back: `taken` from the balance at once, the rest is owed. */
export function splitReturn(credits: number, balance: number): { taken: number; owed: number } {
  const taken = Math.min(credits, Math.max(0, balance));
  return { taken, owed: credits - taken };
}
