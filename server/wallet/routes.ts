import * as purchase from '#contract/wallet/purchase-calls.ts';
import * as spending from '#contract/wallet/spending-calls.ts';
import { type Binding, bind } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import { listBundles } from './purchase/list-bundles.ts';
import { listPaymentOptions } from './purchase/list-payment-options.ts';
import { listPayments } from './purchase/list-payments.ts';
import { openPayment } from './purchase/open-payment.ts';
import { readPayment } from './purchase/read-payment.ts';
import { readWallet } from './purchase/read-wallet.ts';
import { takeNotification } from './purchase/take-notification.ts';
import { readCredits } from './spending/read-credits.ts';

export const walletRoutes: readonly Binding[] = [
  bind(purchase.readWallet, readWallet),
  bind(purchase.listBundles, listBundles),
  bind(purchase.listPaymentOptions, listPaymentOptions),
  bind(purchase.openPayment, openPayment, { limit: 'payment', geoBlock: true }),
  bind(purchase.readPayment, readPayment),
  bind(purchase.listPayments, listPayments),
  bind(spending.readCredits, readCredits),
];

export const walletRawRoutes: readonly RawRoute[] = [
  // Not a call: the provider has no API key, but signs the raw body.
  {
    method: 'POST',
    path: '/api/payments/notify/:provider',
    maxBytes: 64 * 1024,
    handler: takeNotification,
  },
];
