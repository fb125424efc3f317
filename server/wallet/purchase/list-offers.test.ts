import { afterAll, beforeAll, expect, it } from 'vitest';
import { listBundles, listPaymentOptions, readWallet } from '#contract/wallet/purchase-calls.ts';
import { callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

it('tells a guest what the wallet sells, by itself as with the rest of the wallet', async () => {
  const { bundles } = await callApp(server, listBundles, {});
  expect(bundles.length).toBeGreaterThan(0);
  expect(bundles.length).toBeLessThanOrEqual(5);
  const wallet = await callApp(server, readWallet, {});
  expect(bundles).toEqual(wallet.bundles);
});

it('tells a guest how to pay: what the operator set', async () => {
  const { paymentOptions } = await callApp(server, listPaymentOptions, {});
  expect(paymentOptions).toEqual(server.deps.config.paymentMethods);
  expect(paymentOptions).toEqual((await callApp(server, readWallet, {})).paymentOptions);
  expect(paymentOptions.map(({ method }) => method)).toContain('ideal');
});
