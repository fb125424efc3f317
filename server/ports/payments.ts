import type { Locale } from '#contract/locales.ts';
import type { FailReason, Provider } from '#contract/wallet/payment.ts';
import type { ReturnKind } from '#contract/wallet/returns.ts';

export interface PaymentOrder {
  /** Our payment id, letters and digits only; returned as the order's reference. */
  reference: string;
  cents: number;
  currency: string;
  /** The provider's id for the payment method. */
  method: string;
  description: string;
  lang: Locale;
  /** A page of this site, never a URL from a client. */
  returnUrl: string;
  notificationUrl: string;
  /** The order cannot be paid after this. */
  expiresAt: Date;
}

export interface CreatedOrder {
  order: string;
  redirectUrl: string;
}

/** Only `paid` books credits. */
export type OrderStatus =
  | { state: 'pending' }
  /** `returned`: money that has gone back to the payer; missing without a return. */
  | { state: 'paid'; cents: number; currency: string; reference: string; returned?: ReturnedMoney }
  | { state: 'failed'; reason: FailReason; reference: string };

export interface ReturnedMoney {
  how: ReturnKind;
  /** In total for the order, not for the last step. */
  cents: number;
}

export interface RefundRequest {
  /** Total to be returned for the order, so that a repeated call sends nothing twice. */
  totalCents: number;
  description: string;
  notificationUrl: string;
}

export interface PaymentGateway {
  readonly provider: Provider;
  create(order: PaymentOrder): Promise<CreatedOrder>;
  /** Throws if the provider does not answer or does not know the order. */
  status(order: string): Promise<OrderStatus>;
  /** Refunds what is missing of `totalCents`. Throws if the order is not paid or holds less, and like `status`. */
  refund(order: string, request: RefundRequest): Promise<void>;
  /** Throws unless the provider answers and accepts our credentials. Changes nothing there. */
  check(): Promise<void>;
  /** Checks the signature over the raw body; null if it is wrong or the body is not understood. */
  verify(rawBody: string, headers: Headers): { order: string } | null;
  /** The response that makes the provider stop repeating a notification. */
  acknowledge(accepted: boolean): { body: string; type: string };
}
