import type { Locale } from '#contract/locales.ts';
import type { FailReason, Provider } from '#contract/wallet/payment.ts';
import type { ReturnKind } from '#contract/wallet/returns.ts';

export interface PaymentOrder {
  /** Our payment id, letters and digits only; returned as the order's reference. */
  reference: string;
  cents: number;
  currency: string;
  /** The provider's id of the payment method. */
  method: string;
  description: string;
  lang: Locale;
  /** A page of ours, never a URL from a client. */
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
  /** `returned`: what has gone back to the payer of it, left out where nothing has. */
  | { state: 'paid'; cents: number; currency: string; reference: string; returned?: ReturnedMoney }
  | { state: 'failed'; reason: FailReason; reference: string };

export interface ReturnedMoney {
  how: ReturnKind;
  /** Of the order in all, not of the last step. */
  cents: number;
}

export interface RefundRequest {
  /** What has to have gone back of the order in all, so that a repeat sends nothing twice. */
  totalCents: number;
  description: string;
  notificationUrl: string;
}

export interface PaymentGateway {
  readonly provider: Provider;
  create(order: PaymentOrder): Promise<CreatedOrder>;
  /** Throws when the provider does not answer or does not know the order. */
  status(order: string): Promise<OrderStatus>;
  /** Sends back what is missing of `totalCents`. Throws when the order is not paid or holds less, and as `status` does. */
  refund(order: string, request: RefundRequest): Promise<void>;
  /** Checks the signature over the raw body; null when it is wrong or the body is not understood. */
  verify(rawBody: string, headers: Headers): { order: string } | null;
  /** The answer that makes the provider stop repeating a notification. */
  acknowledge(accepted: boolean): { body: string; type: string };
}
