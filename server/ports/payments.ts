import type { Locale } from '#contract/locales.ts';
import type { FailReason, Provider } from '#contract/wallet/payment.ts';

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
  | { state: 'paid'; cents: number; currency: string; reference: string }
  | { state: 'failed'; reason: FailReason; reference: string };

export interface PaymentGateway {
  readonly provider: Provider;
  create(order: PaymentOrder): Promise<CreatedOrder>;
  /** Throws when the provider does not answer or does not know the order. */
  status(order: string): Promise<OrderStatus>;
  /** Checks the signature over the raw body; null when it is wrong or the body is not understood. */
  verify(rawBody: string, headers: Headers): { order: string } | null;
  /** The answer that makes the provider stop repeating a notification. */
  acknowledge(accepted: boolean): { body: string; type: string };
}
