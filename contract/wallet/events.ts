import type { DialInPushes } from './dial-in.ts';
import type { LimitPeriod } from './limits.ts';
import type { FailReason } from './payment.ts';

export interface WalletPushes extends DialInPushes {
  /** The balance after a booking, in credits. */
  'updated-credits': { credits: number };
  /** The same, under the name that services beside this one send. */
  setCredits: { credits: number };
  /** `debt`: credits of the bundle that paid what was owed. */
  'bundle-bought': { payment: string; credits: number; balance: number; debt: number };
  'payment-failed': PaymentFailed;
  /** The same, under the name that services beside this one send. */
  'failed-payment': PaymentFailed;
  /** Most of a limit that the member set is used. Credits. */
  'limit-near': { period: LimitPeriod; credits: number; spent: number };
}

/** A failed purchase, or a charge that the balance could not pay. */
export type PaymentFailed =
  | { action: 'purchase'; payment: string; reason: FailReason }
  /** `debt`: the balance is not the reason. */
  | { action: 'interval' | 'pre-paid'; debt?: true };
