import type { FailReason } from './payment.ts';

/** Pushed to every socket of one member; names of the specification (platform 4, live 4). */
export interface WalletPushes {
  /** The balance after a booking, in credits. */
  'updated-credits': { credits: number };
  'bundle-bought': { payment: string; credits: number; balance: number };
  'payment-failed': PaymentFailed;
}

/** A purchase that failed, or a charge while watching that the balance could not carry. */
export type PaymentFailed =
  | { action: 'purchase'; payment: string; reason: FailReason }
  | { action: 'interval' | 'pre-paid' };
