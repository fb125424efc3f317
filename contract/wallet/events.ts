import type { DialInPushes } from './dial-in.ts';
import type { FailReason } from './payment.ts';

export interface WalletPushes extends DialInPushes {
  /** The balance after a booking, in credits. */
  'updated-credits': { credits: number };
  'bundle-bought': { payment: string; credits: number; balance: number };
  'payment-failed': PaymentFailed;
}

/** A failed purchase, or a charge that the balance could not pay. */
export type PaymentFailed =
  | { action: 'purchase'; payment: string; reason: FailReason }
  | { action: 'interval' | 'pre-paid' };
