import type { Locale } from '#contract/locales.ts';
import type { FailReason, Provider } from '#contract/wallet/payment.ts';

/** What the product asks a provider to collect. */
export interface PaymentOrder {
  /** Our payment id, letters and digits only; comes back as the order's reference. */
  reference: string;
  cents: number;
  currency: string;
  /** The provider's id of the way to pay. */
  method: string;
  description: string;
  lang: Locale;
  /** Where the payer returns to; a page of ours, never an address a client named. */
  returnUrl: string;
  notificationUrl: string;
  /** From then on nobody can pay it any more. */
  expiresAt: Date;
}

export interface CreatedOrder {
  order: string;
  redirectUrl: string;
}

/** How an order stands at the provider. Only `paid` books credits. */
export type OrderStatus =
  | { state: 'pending' }
  | { state: 'paid'; cents: number; currency: string; reference: string }
  | { state: 'failed'; reason: FailReason; reference: string };

export interface PaymentGateway {
  readonly provider: Provider;
  create(order: PaymentOrder): Promise<CreatedOrder>;
  /** Throws when the provider does not answer or does not know the order. */
  status(order: string): Promise<OrderStatus>;
  /** Checks the signature over the raw body; null when it is forged or not understood. */
  verify(rawBody: string, headers: Headers): { order: string } | null;
  /** What the provider wants to read so that it stops repeating. */
  acknowledge(accepted: boolean): { body: string; type: string };
}
