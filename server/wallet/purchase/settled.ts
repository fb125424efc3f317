import type { FailReason } from '#contract/wallet/payment.ts';
import type { PaymentRow } from './tables.ts';

/** What settling an order came to. */
export type Settled =
  | { kind: 'unchanged' }
  | { kind: 'bought'; payment: PaymentRow; balance: number }
  | { kind: 'failed'; payment: PaymentRow; reason: FailReason }
  /** Something was paid, but not what was ordered: an operator has to look. */
  | { kind: 'mismatch'; payment: PaymentRow; reason: FailReason }
  /** The provider took back what had been booked: an operator has to look. */
  | { kind: 'reversed'; payment: PaymentRow };
