import { expect, it, vi } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import { readCredits } from '#contract/wallet/purchase-calls.ts';
import { openStorage } from '../../testing/storage.ts';

const payment = {
  payment: 'p1',
  status: 'success',
  reason: null,
  cents: 995,
  credits: 650,
  debt: 0,
  currency: 'EUR',
  paymentMethod: 'iDEAL',
  createdAt: '2026-11-20T12:00:00.000Z',
  settledAt: '2026-11-20T12:01:00.000Z',
};

it('starts over after a payment whose outcome came before the wallet was loaded', async () => {
  const { session } = openStorage();
  session.setItem('wallet', JSON.stringify({ step: 'pay', bundle: 'plus', option: '10', payment: null }));
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.endsWith(pathOf(readCredits)) ? { credits: 750 } : payment),
  );
  vi.resetModules();
  await (await import('./purchase.ts')).awaitPayment('p1');
  expect((await import('../store.ts')).$purchase.get().status).toBe('bought');
  expect((await import('./choice.ts')).$choice.get().bundle).toBeNull();
});
