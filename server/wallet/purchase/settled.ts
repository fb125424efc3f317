import type { FailReason } from '#contract/wallet/payment.ts';
import type { ReturnKind } from '#contract/wallet/returns.ts';
import type { Returned } from '../returns/book-return.ts';
import type { PaymentRow } from '../tables.ts';

export type Settled =
  /** `debt`: how many of these credits paid a debt. */
  | { kind: 'bought'; payment: PaymentRow; balance: number; debt: number }
  | { kind: 'failed'; payment: PaymentRow; reason: FailReason }
  /** Paid, but differs from the order: an operator has to check. */
  | { kind: 'mismatch'; payment: PaymentRow; reason: FailReason }
  /** Money was returned, and credits with it. */
  | ({ kind: 'returned'; payment: PaymentRow; how: ReturnKind } & Returned)
  /** The provider reports a failure after a payment without a return of money: an operator has to check. */
  | { kind: 'reversed'; payment: PaymentRow };
