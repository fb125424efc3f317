import type { DialInPushes } from './dial-in.ts';
import type { LimitPeriod } from './limits.ts';
import type { FailReason } from './payment.ts';

export interface WalletPushes extends DialInPushes {
  /** The balance after a booking, in credits. */
  'updated-credits': { credits: number };
  /** The same under its other name (platform spec 4); sent with each. */
  setCredits: { credits: number };
  /** `debt`: credits of the bundle that paid what was owed. */
  'bundle-bought': { payment: string; credits: number; balance: number; debt: number };
  'payment-failed': PaymentFailed;
  /** The same under its other name (platform spec 4); sent with each. */
  'failed-payment': PaymentFailed;
  /** Most of a limit that the member set is used. Credits. */
  'limit-near': { period: LimitPeriod; credits: number; spent: number };
}

/** The specification has two names for each of these pushes: a client may listen to either, so both are sent. */
export const otherName = {
  'updated-credits': 'setCredits',
  'payment-failed': 'failed-payment',
} as const satisfies Partial<Record<keyof WalletPushes, keyof WalletPushes>>;

/** A failed purchase, or a charge that the balance could not pay. */
export type PaymentFailed =
  | { action: 'purchase'; payment: string; reason: FailReason }
  /** `debt`: the balance is not the reason. */
  | { action: 'interval' | 'pre-paid'; debt?: true };
