import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { $drawer, openDrawer } from '#lib/shell/start/dialogs.ts';
import { $session } from '#lib/shell/start/session.ts';
import { forgetOffer, loadOffer } from '#lib/wallet/purchase/offer.ts';
import { mountDrawerHost } from './DrawerHost.tsx';
import { type StubbedApi, stubApi } from './testing/render.ts';
import '../styles/global.css';
import '../styles/utilities.css';

const answer = {
  bundles: [],
  paymentOptions: [],
  credits: 0,
  owed: 0,
  coolOffUntil: null,
  currency: 'EUR',
  consentVersion: '2026-11',
};

describe('L2.10 the wallet', () => {
  let api: StubbedApi;
  let unmount = () => {};
  const frame = () => page.getByRole('dialog', { name: 'Credits' });

  /** px between the frame and the left and right edges of the window. */
  const sides = () => {
    const { left, right } = frame().element().getBoundingClientRect();
    return [left, window.innerWidth - right].map(Math.round);
  };

  beforeEach(async () => {
    await page.viewport(1200, 800);
    api = stubApi();
    forgetOffer();
    $drawer.set(null);
    $session.set({ status: 'guest' });
    document.documentElement.lang = 'en';
    const root = await mountDrawerHost();
    unmount = () => root.unmount();
  });
  afterEach(() => {
    unmount();
    document.body.replaceChildren();
  });

  it('opens in the middle if the server returns the default variant', async () => {
    const offer = loadOffer();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(200, { ...answer, variant: 'default' });
    await offer;
    openDrawer('wallet');
    await expect.element(frame()).toBeVisible();
    await expect.poll(() => new Set(sides()).size).toBe(1);
    expect(sides()[0]).toBeGreaterThan(300);
  });

  it('slides in from the side at once, before the server has responded', async () => {
    openDrawer('wallet');
    await expect.element(frame()).toBeVisible();
    await expect.poll(() => sides()[1]).toBe(0);
    expect(sides()[0]).toBeGreaterThan(300);
  });
});
