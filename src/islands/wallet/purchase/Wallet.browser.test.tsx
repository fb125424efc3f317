import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { OutputOf } from '#contract/endpoint.ts';
import type { readWallet } from '#contract/wallet/purchase-calls.ts';
import { $modal } from '#lib/shell/start/dialogs.ts';
import { $session } from '#lib/shell/start/session.ts';
import { logInAnna } from '#lib/testing/visitor.ts';
import { $choice, chooseOption, forgetChoice, restoreChoice } from '#lib/wallet/purchase/choice.ts';
import { $offer, loadOffer } from '#lib/wallet/purchase/offer.ts';
import { awaitPayment } from '#lib/wallet/purchase/purchase.ts';
import { $purchase, $wallet, chooseAgain } from '#lib/wallet/store.ts';
import { leave, ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { PaymentBanner } from './PaymentBanner.tsx';
import { Wallet } from './Wallet.tsx';

const onSale: OutputOf<typeof readWallet> = {
  bundles: [
    { id: 'plus', cents: 995, credits: 650, pricePerMinute: 0.92, discount: 7, bonus: 46, popular: true },
  ],
  paymentOptions: [{ id: '10', provider: 'paynl', method: 'ideal' }],
  variant: 'drawer',
  credits: 0,
  owed: 0,
  coolOffUntil: null,
  currency: 'EUR',
  consentVersion: '2026-11',
};

const payment = {
  payment: 'p1',
  status: 'ready',
  reason: null,
  cents: 995,
  credits: 650,
  debt: 0,
  currency: 'EUR',
  paymentMethod: 'ideal',
  createdAt: '2026-11-20T12:00:00Z',
  settledAt: null,
};

const sites = [
  {
    lang: 'nl',
    bundle: /650 credits waarvan 46 extra.*€\s9,95.*€\s0,92 per minuut chat.*7% goedkoper/,
    beside: /^Betaal in het tabblad dat is geopend/,
    payPage: 'Open de betaalpagina opnieuw',
    other: 'Kies een ander pakket',
    change: 'Wijzig pakket',
    pay: /^Betaal €\s9,95$/,
    show: 'Bekijk',
    close: 'Sluiten',
    waiting: 'We wachten op je betaling',
    bought: 'Je credits staan klaar',
    added: '650 credits zijn bijgeschreven. Je saldo is nu 1.650 credits.',
    done: 'Verder kijken',
    failed: 'De betaling is niet gelukt',
    locked: /op slot gezet tot 1 december 2026 om 12:05\./,
    popular: 'Aanrader',
    owed: 'Nog 300 credits te betalen',
    paidDebt: /300 credits ervan gingen naar je schuld/,
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
    bundle: /650 credits 46 of them extra.*€9\.95.*€0\.92 per minute of chat.*7% cheaper/,
    beside: /^Pay in the tab that has opened/,
    payPage: 'Open the payment page again',
    other: 'Choose another bundle',
    change: 'Change bundle',
    pay: /^Pay €9\.95$/,
    show: 'Show',
    close: 'Close',
    waiting: 'We are waiting for your payment',
    bought: 'Your credits are ready',
    added: '650 credits were added. Your balance is now 1,650 credits.',
    done: 'Keep watching',
    failed: 'The payment did not succeed',
    locked: /locked it until December 1, 2026 at 12:05\sPM\./,
    popular: 'Recommended',
    owed: '300 credits still to be paid',
    paidDebt: /300 credits of it paid what you owed/,
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

describe.each(ofThisRun(sites))('the wallet after a payment ($lang)', (site) => {
  let api: StubbedApi;
  const done = vi.fn();
  beforeEach(async () => {
    api = stubApi();
    done.mockClear();
    chooseAgain();
    forgetChoice();
    $session.set({ status: 'guest' });
    $wallet.set({ credits: 0 });
    $offer.set({ status: 'unknown' });
    const loaded = loadOffer();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(200, onSale);
    await loaded;
    void awaitPayment('p1');
    await render(<Wallet onDone={done} />, site.lang);
    await expect.poll(() => api.requests.length).toBe(2);
  });

  const title = (name: string) => page.getByRole('heading', { name });
  const fail = (reason: number) => api.answer(200, { ...payment, status: 'failed', reason });

  it('L2.11 shows that it waits for the bank, then that the credits have arrived', async () => {
    await expect.element(title(site.waiting)).toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
    api.answer(200, { ...payment, status: 'success' });
    await expect.poll(() => api.requests.length).toBe(3);
    api.answer(200, { credits: 1650 });
    await expect.element(title(site.bought)).toBeVisible();
    await expect.element(page.getByText(site.added)).toBeVisible();
    await page.getByRole('button', { name: site.done }).click();
    expect(done).toHaveBeenCalledOnce();
  });

  it.each([100, 299, 300, 302, 308, 309] as const)(
    'L4.2 shows why a payment failed with %s',
    async (reason) => {
      fail(reason);
      await expect.element(title(site.failed)).toBeVisible();
      await expect
        .element(page.getByRole('status').getByText(`${site.reasons[reason]} ${site.nothing}`))
        .toBeVisible();
    },
  );

  it('books nothing for a cancelled payment, and offers the bundles again', async () => {
    fail(309);
    await page.getByRole('button', { name: site.retry }).click();
    await expect.element(page.getByRole('button', { name: site.bundle })).toBeVisible();
    await expect.element(page.getByText('0 credits', { exact: true })).toBeVisible();
  });
});

describe.each(ofThisRun(sites))('the steps of the wallet ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    chooseAgain();
    forgetChoice();
    logInAnna();
    $wallet.set({ credits: 0 });
    $offer.set({ status: 'ready', ...onSale });
  });
  const wallet = () => render(<Wallet onDone={() => {}} />, site.lang);
  const bundle = () => page.getByRole('button', { name: site.bundle });
  const pay = () => page.getByRole('button', { name: site.pay });
  /** Simulates a reload: only the tab's storage remains. */
  const reload = async () => {
    const kept = sessionStorage.getItem('wallet') ?? '';
    leave();
    chooseAgain();
    forgetChoice();
    sessionStorage.setItem('wallet', kept);
    restoreChoice();
    await wallet();
  };

  it('P6.2 ask a guest who buys to log in, then continue with the bundle', async () => {
    const member = $session.get();
    $session.set({ status: 'guest' });
    $modal.set(null);
    await wallet();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(200, onSale);
    await bundle().click();
    expect($modal.get()).toEqual({ type: 'Login' });
    $session.set(member);
    // The member's debt and lock of the wallet are read now.
    await expect.poll(() => api.requests.length).toBe(2);
    api.answer(200, onSale);
    await expect.element(pay()).toBeVisible();
  });

  it('read the offer once when the wallet opens after a payment', async () => {
    $offer.set({ status: 'unknown' });
    $purchase.set({ status: 'bought', payment: 'p1', credits: 1650, debt: 0 });
    await wallet();
    await expect.poll(() => $offer.get().status).toBe('loading');
    api.answer(200, onSale);
    await expect.poll(() => $offer.get().status).toBe('ready');
    expect(api.requests).toHaveLength(1);
  });

  it('L2.11 survive a reload, and the bundle stays selected when looking for another', async () => {
    await wallet();
    await bundle().click();
    await expect.element(pay()).toBeVisible();
    await reload();
    await expect.element(pay()).toBeVisible();
    await page.getByRole('button', { name: site.change }).click();
    await expect.element(bundle()).toHaveAttribute('aria-current', 'true');
    await reload();
    await expect.element(bundle()).toHaveAttribute('aria-current', 'true');
    await expect.element(pay()).not.toBeInTheDocument();
  });

  it('continue with the same or another bundle after a failed payment', async () => {
    await wallet();
    await bundle().click();
    $purchase.set({ status: 'failed', payment: 'p1', reason: 302 });
    await page.getByRole('button', { name: site.retry }).click();
    await expect.element(pay()).toBeVisible();
    $purchase.set({ status: 'failed', payment: 'p1', reason: 302 });
    await page.getByRole('button', { name: site.other }).click();
    await expect.element(bundle()).toHaveAttribute('aria-current', 'true');
  });

  it('L4.2 are empty after a failed payment, also over a reload, except the selected bundle', async () => {
    await wallet();
    await bundle().click();
    chooseOption('10');
    await page.getByRole('checkbox').click();
    $purchase.set({ status: 'failed', payment: 'p1', reason: 302 });
    await reload();
    await expect.element(bundle()).toHaveAttribute('aria-current', 'true');
    expect($choice.get()).toEqual({ step: 'package', bundle: 'plus', option: null, payment: null });
    await bundle().click();
    await expect.element(page.getByRole('checkbox')).not.toBeChecked();
  });

  it('start with the date until which the wallet is locked, and sell nothing', async () => {
    await wallet();
    await bundle().click();
    $offer.set({ status: 'ready', ...onSale, coolOffUntil: '2026-12-01T11:05:00Z' });
    await expect.element(page.getByText(site.locked)).toBeVisible();
    for (const control of [bundle(), pay()]) await expect.element(control).not.toBeInTheDocument();
    await expect.element(page.getByRole('link')).toHaveAttribute('href', '/settings/limits');
  });

  it('reload the offer if the wallet was locked in another tab, and show it', async () => {
    const api = stubApi();
    await wallet();
    await bundle().click();
    $purchase.set({ status: 'refused', label: 'badRequest.limit.coolOff' });
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(200, { ...onSale, coolOffUntil: '2026-12-01T11:05:00Z' });
    await expect.element(page.getByText(site.locked)).toBeVisible();
  });

  it('mark the promoted bundle', async () => {
    await wallet();
    await expect.element(bundle().getByText(site.popular)).toBeVisible();
  });

  it('show the debt above the bundles, and how much of a purchase paid it', async () => {
    $offer.set({ status: 'ready', ...onSale, owed: 300 });
    await wallet();
    await expect.element(page.getByText(site.owed)).toBeVisible();
    $purchase.set({ status: 'bought', payment: 'p1', credits: 650, debt: 300 });
    await expect.element(page.getByText(site.paidDebt)).toBeVisible();
  });

  it('start over after a successful payment', async () => {
    await wallet();
    await bundle().click();
    $purchase.set({ status: 'bought', payment: 'p1', credits: 650, debt: 0 });
    chooseAgain();
    await expect.element(bundle()).not.toHaveAttribute('aria-current');
  });
});

describe.each(ofThisRun(sites))('a payment beside the chat ($lang)', (site) => {
  const show = vi.fn();
  beforeEach(() => {
    stubApi();
    show.mockClear();
    chooseAgain();
    $wallet.set({ credits: 1000 });
  });
  const waiting = { status: 'waiting', payment: 'p1', payAt: 'https://pay.example/1' } as const;
  const banner = () => render(<PaymentBanner onShow={show} />, site.lang);

  it('shows where to pay, links there again, and can be replaced by another bundle', async () => {
    $purchase.set(waiting);
    await render(<Wallet onDone={show} />, site.lang);
    await expect.element(page.getByText(site.beside)).toBeVisible();
    const link = page.getByRole('link', { name: site.payPage });
    await expect.element(link).toHaveAttribute('href', waiting.payAt);
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', 'noopener');
    // After a reload the page no longer knows the URL.
    $purchase.set({ status: 'waiting', payment: 'p1', beside: true });
    await expect.element(link).not.toBeInTheDocument();
    await expect.element(page.getByText(site.beside)).toBeVisible();
    await page.getByRole('button', { name: site.other }).click();
    expect($purchase.get()).toEqual({ status: 'choosing' });
  });

  it('shows above the chat that it waits, then the outcome', async () => {
    await banner();
    await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
    $purchase.set(waiting);
    await expect.element(page.getByRole('status')).toHaveTextContent(site.waiting);
    await page.getByRole('button', { name: site.show }).click();
    expect(show).toHaveBeenCalledOnce();
    $wallet.set({ credits: 1650 });
    $purchase.set({ status: 'bought', payment: 'p1', credits: 650, debt: 0 });
    await expect.element(page.getByRole('status')).toHaveTextContent(site.added);
    await page.getByRole('button', { name: site.close }).click();
    await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
    $purchase.set({ status: 'failed', payment: 'p2', reason: 300 });
    await expect.element(page.getByRole('status')).toHaveTextContent(site.failed);
    await page.getByRole('button', { name: site.show }).click();
    expect(show).toHaveBeenCalledTimes(2);
  });
});
