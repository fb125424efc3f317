import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { $session } from '#lib/member/account/store.ts';
import { $offer, loadOffer } from '#lib/wallet/purchase/offer.ts';
import { awaitPayment, chooseAgain } from '#lib/wallet/purchase/purchase.ts';
import { $wallet } from '#lib/wallet/spending/store.ts';
import { render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { Wallet } from './Wallet.tsx';

const onSale = {
  bundles: [{ id: 'plus', cents: 995, credits: 650, pricePerMinute: 0.92, discount: 7, bonus: 46 }],
  paymentOptions: [{ id: '10', provider: 'paynl', method: 'ideal' }],
  variant: 'drawer',
  credits: 0,
  currency: 'EUR',
  consentVersion: '2026-11',
};

const payment = {
  payment: 'p1',
  status: 'ready',
  reason: null,
  cents: 995,
  credits: 650,
  currency: 'EUR',
  paymentMethod: 'ideal',
  createdAt: '2026-11-20T12:00:00Z',
  settledAt: null,
};

const sites = [
  {
    lang: 'nl',
    bundle: /650 credits.*€ 9,95/,
    waiting: 'We wachten op je betaling',
    bought: 'Je credits staan klaar',
    added: '650 credits zijn bijgeschreven. Je saldo is nu 1.650.',
    done: 'Verder kijken',
    failed: 'De betaling is niet gelukt',
    nothing: 'Er is niets bijgeschreven.',
    retry: 'Probeer opnieuw',
    reasons: {
      100: 'De betaaldienst gaf geen reden.',
      299: 'De betaling is tegengehouden bij de veiligheidscontrole.',
      300: 'De betaling is mislukt.',
      302: 'De betaling is geweigerd door je bank.',
      308: 'De betaling is verlopen.',
      309: 'Je hebt de betaling geannuleerd.',
    },
  },
  {
    lang: 'en',
    bundle: /650 credits.*€9\.95/,
    waiting: 'We are waiting for your payment',
    bought: 'Your credits are ready',
    added: '650 credits were added. Your balance is now 1,650.',
    done: 'Keep watching',
    failed: 'The payment did not succeed',
    nothing: 'Nothing was added.',
    retry: 'Try again',
    reasons: {
      100: 'The payment service gave no reason.',
      299: 'The payment was stopped by the security check.',
      300: 'The payment failed.',
      302: 'Your bank refused the payment.',
      308: 'The payment expired.',
      309: 'You cancelled the payment.',
    },
  },
] as const;

describe.each(sites)('the wallet after a payment ($lang)', (site) => {
  let api: StubbedApi;
  const done = vi.fn();
  beforeEach(async () => {
    api = stubApi();
    done.mockClear();
    chooseAgain();
    $session.set({ status: 'guest' });
    $wallet.set({ credits: 0 });
    $offer.set({ status: 'unknown' });
    const loaded = loadOffer();
    await expect.poll(() => api.asked.length).toBe(1);
    api.answer(200, onSale);
    await loaded;
    void awaitPayment('p1');
    await render(<Wallet onDone={done} />, site.lang);
    await expect.poll(() => api.asked.length).toBe(2);
  });

  const title = (name: string) => page.getByRole('heading', { name });
  const fail = (reason: number) => api.answer(200, { ...payment, status: 'failed', reason });

  it('says that it waits for the bank, and that the credits have come once it answers', async () => {
    await expect.element(title(site.waiting)).toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
    api.answer(200, { ...payment, status: 'success' });
    await expect.poll(() => api.asked.length).toBe(3);
    api.answer(200, { credits: 1650 });
    await expect.element(title(site.bought)).toBeVisible();
    await expect.element(page.getByText(site.added)).toBeVisible();
    await page.getByRole('button', { name: site.done }).click();
    expect(done).toHaveBeenCalledOnce();
  });

  it.each([100, 299, 300, 302, 308, 309] as const)('says why a payment failed with %s', async (reason) => {
    fail(reason);
    await expect.element(title(site.failed)).toBeVisible();
    await expect
      .element(page.getByRole('status').getByText(`${site.reasons[reason]} ${site.nothing}`))
      .toBeVisible();
  });

  it('books nothing for a cancelled payment, and offers the bundles again', async () => {
    fail(309);
    await page.getByRole('button', { name: site.retry }).click();
    await expect.element(page.getByRole('button', { name: site.bundle })).toBeVisible();
    await expect.element(page.getByText('0 credits', { exact: true })).toBeVisible();
  });
});
