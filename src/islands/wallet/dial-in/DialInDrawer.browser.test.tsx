import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { $tariff, forget } from '#lib/wallet/dial-in/follow-call.ts';
import { ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { DialInDrawer } from './DialInDrawer.tsx';

const tariff = { centsPerMinute: 80, promo: { minutes: 30, cents: 299 } };
const opened = {
  session: 's1',
  state: 'PENDING',
  seconds: null,
  cents: null,
  code: '0061',
  expiresAt: '2026-11-20T12:05:00Z',
  nickname: null,
  number: '0906 - 0061',
  tariff,
  simulator: '/dev/phone',
};

const sites = [
  {
    lang: 'nl',
    tariff: /€\s0,80 per minuut/,
    promo: /Actie: 30 minuten voor €\s2,99/,
    ask: 'Toon nummer en code',
    waiting: 'We wachten op je gesprek',
    call: 'Bel nu',
    tooMany: 'Dat ging wat snel. Wacht even en probeer het nog eens.',
    off: 'Betalen per telefoon kan nu niet.',
    simulator: 'Open de testtelefoon',
  },
  {
    lang: 'en',
    tariff: /€0\.80 a minute/,
    promo: /Offer: 30 minutes for €2\.99/,
    ask: 'Show number and code',
    waiting: 'We are waiting for your call',
    call: 'Call now',
    tooMany: 'That was a bit fast. Wait a moment and try again.',
    off: 'Paying by phone is not possible now.',
    simulator: 'Open the test telephone',
  },
] as const;

describe.each(ofThisRun(sites))('L2.6 paying by phone ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(async () => {
    api = stubApi();
    localStorage.clear();
    $tariff.set(null);
    await render(<DialInDrawer />, site.lang);
    await expect.poll(() => api.requests.length).toBe(1);
  });
  afterEach(forget);

  const ask = () => page.getByRole('button', { name: site.ask });

  it('L9.5 shows the price of a call before the number, and beside it', async () => {
    await expect.element(page.getByText(opened.number)).not.toBeInTheDocument();
    await expect.element(ask()).not.toBeInTheDocument();
    api.answer(200, { tariff, session: null });
    await expect.element(page.getByText(site.tariff)).toBeVisible();
    await expect.element(page.getByText(site.promo)).toBeVisible();
    await expect.element(page.getByText(opened.number)).not.toBeInTheDocument();
    await ask().click();
    await expect
      .poll(() => api.requests.at(-1))
      .toMatchObject({ method: 'POST', path: '/api/member/payment/dial-in' });
    api.answer(200, opened);
    await expect.element(page.getByText(opened.number)).toBeVisible();
    await expect.element(page.getByTestId('code')).toHaveTextContent('0061');
    await expect.element(page.getByText(site.tariff)).toBeVisible();
    await expect.element(page.getByRole('status').filter({ hasText: site.waiting })).toBeVisible();
    const simulator = page.getByRole('link', { name: site.simulator });
    await expect.element(simulator).toHaveAttribute('href', `/dev/phone?lang=${site.lang}`);
    const tel = page.getByRole('link', { name: site.call, includeHidden: true });
    await expect.element(tel).toHaveAttribute('href', 'tel:09060061,,0061');
  });

  it('continues with this browser’s code', async () => {
    api.answer(200, { tariff, session: opened });
    await expect.element(page.getByTestId('code')).toHaveTextContent('0061');
  });

  it('P8.12 shows why there is no code', async () => {
    api.answer(200, { tariff, session: null });
    await ask().click();
    await expect.poll(() => api.requests.length).toBe(2);
    api.answer(429, { label: 'badRequest.tooMany' });
    await expect.element(page.getByRole('alert')).toHaveTextContent(site.tooMany);
    await expect.element(ask()).toBeVisible();
  });

  it('shows that phone payment is unavailable', async () => {
    api.answer(404, { label: 'badRequest.notFound' });
    await expect.element(page.getByRole('alert')).toHaveTextContent(site.off);
    await expect.element(ask()).not.toBeInTheDocument();
  });
});
