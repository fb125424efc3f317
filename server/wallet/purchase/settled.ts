import type { FailReason } from '#contract/wallet/payment.ts';
import type { PaymentRow } from './tables.ts';

export type Settled =
  | { kind: 'unchanged' }
  | { kind: 'bought'; payment: PaymentRow; balance: number }
  | { kind: 'failed'; payment: PaymentRow; reason: FailReason }
  /** Paid, but not what was ordered: an operator has to look. */
  | { kind: 'mismatch'; payment: PaymentRow; reason: FailReason }
  /** The provider took back what was booked: an operator has to look. */
  | { kind: 'reversed'; payment: PaymentRow };
