import type { FailReason } from '#contract/wallet/payment.ts';
import type { ReturnKind } from '#contract/wallet/returns.ts';
import type { Returned } from '../returns/book-return.ts';
import type { PaymentRow } from './tables.ts';

export type Settled =
  /** `debt`: credits of it that paid what the member owed. */
  | { kind: 'bought'; payment: PaymentRow; balance: number; debt: number }
  | { kind: 'failed'; payment: PaymentRow; reason: FailReason }
  /** Paid, but not what was ordered: an operator has to look. */
  | { kind: 'mismatch'; payment: PaymentRow; reason: FailReason }
  /** Money of it went back, and its credits with it. */
  | ({ kind: 'returned'; payment: PaymentRow; how: ReturnKind } & Returned)
  /** The provider calls a failure what it called paid before, without saying that money went back: an operator has to look. */
  | { kind: 'reversed'; payment: PaymentRow };
