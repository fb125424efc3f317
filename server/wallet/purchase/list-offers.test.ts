import { expect, it } from 'vitest';
import { listBundles, listPaymentOptions, readWallet } from '#contract/wallet/purchase-calls.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp, variantOf } from '#server/testing/test-app.ts';

const server = startTestApp();

it('L7.22 returns the same offers to a guest alone and as part of the wallet', async () => {
  const { bundles } = await callApp(server, listBundles, {});
  expect(bundles.length).toBeGreaterThan(0);
  expect(bundles.length).toBeLessThanOrEqual(5);
  const wallet = await callApp(server, readWallet, {});
  expect(bundles).toEqual(wallet.bundles);
});

it('L7.24 returns the configured payment methods to a guest', async () => {
  const { paymentOptions } = await callApp(server, listPaymentOptions, {});
  expect(paymentOptions).toEqual(server.deps.config.paymentMethods);
  expect(paymentOptions).toEqual((await callApp(server, readWallet, {})).paymentOptions);
  expect(paymentOptions.map(({ method }) => method)).toContain('ideal');
});

it('names what a minute may cost where performers set their own prices', async () => {
  expect(await callApp(server, readWallet, {})).not.toHaveProperty('minutePrices');
  const prices = {
    chat: { min: 30, max: 120, step: 6 },
    vip: { min: 120, max: 480, step: 12 },
    unitSeconds: 10,
  } as const;
  const own = variantOf(server, { config: { ...server.deps.config, prices } });
  expect((await callApp(own, readWallet, {})).minutePrices).toEqual({ min: 30, max: 120 });
});
