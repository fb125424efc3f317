import type { AuditedAct } from '#server/events.ts';

/** Acts that only a payment provider can cause, which the tests of payments show. */
export const actsOfProviders: readonly AuditedAct[] = ['payment.mismatch', 'payment.reversed'];
