import type { DialInPushes } from './dial-in-calls.ts';
import type { LimitPeriod } from './limits-calls.ts';
import type { FailReason } from './payment.ts';

export interface WalletPushes extends DialInPushes {
  /** The balance after a booking, in credits. */
  'updated-credits': { credits: number };
  /** The same push under its second name (platform spec 4); always sent with it. */
  setCredits: { credits: number };
  /** `debt`: credits of the bundle that paid off a debt. */
  'bundle-bought': { payment: string; credits: number; balance: number; debt: number };
  'payment-failed': PaymentFailed;
  /** The same push under its second name (platform spec 4); always sent with it. */
  'failed-payment': PaymentFailed;
  /** Most of a limit set by the member is used. Amounts in credits. */
  'limit-near': { period: LimitPeriod; credits: number; spent: number };
}

/** The specification has two names for each of these pushes. Clients may listen to either, so both are sent. */
export const otherName = {
  'updated-credits': 'setCredits',
  'payment-failed': 'failed-payment',
} as const satisfies Partial<Record<keyof WalletPushes, keyof WalletPushes>>;

/** A failed purchase, or a charge above the balance. */
export type PaymentFailed =
  | { action: 'purchase'; payment: string; reason: FailReason }
  /** `debt`: refused because of a debt, not because of the balance. */
  | { action: 'interval' | 'pre-paid'; debt?: true };
