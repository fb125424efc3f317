import {
  listBundles,
  listPaymentOptions,
  listPayments,
  openPayment as openPaymentCall,
  readCredits,
  readPayment,
  readWallet,
} from '#contract/wallet/calls.ts';
import type { RouteTools } from '#server/app.ts';
import { readText } from '#server/http/bind.ts';
import { openPayment } from './open-payment.ts';
import { bundleList, creditsOf, paymentOf, paymentOptionList, paymentsOf, walletOf } from './reads.ts';
import { takeNotification } from './take-notification.ts';

export function walletRoutes({ app, deps, bind }: RouteTools): void {
  bind(readWallet, walletOf);
  bind(listBundles, bundleList);
  bind(listPaymentOptions, paymentOptionList);
  bind(readCredits, creditsOf);
  bind(openPaymentCall, openPayment, { limit: 'payment', served: true });
  bind(readPayment, paymentOf);
  bind(listPayments, paymentsOf);

  // No call of ours: the provider has no key, only its signature over the body as it was sent.
  app.post('/api/payments/notify/:provider', async (c) => {
    const rawBody = await readText(c.req.raw);
    const headers = c.req.raw.headers;
    const answer = await takeNotification(deps, { provider: c.req.param('provider'), rawBody, headers });
    return c.body(answer.body, answer.genuine ? 200 : 400, { 'Content-Type': answer.type });
  });
}
