import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $drawer, $modal, closeModal, openDrawer, openModal } from '#lib/shell/start/dialogs.ts';
import { $session } from '#lib/shell/start/session.ts';
import { forgetOffer, loadOffer } from '#lib/wallet/purchase/offer.ts';
import { ofThisRun, type StubbedApi, stubApi } from '../testing/render.ts';
import { mountDrawerHost } from './DrawerHost.tsx';
import '../../styles/global.css';
import '../../styles/utilities.css';
import { runAction } from '#lib/late/run-action.ts';
import { AGE_ACCEPTED, ageGate } from '#lib/shell/start/browser.ts';
import { logInAnna } from '#lib/testing/visitor.ts';
import { mountModalHost } from './ModalHost.tsx';

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

const sites = [
  {
    lang: 'nl',
    home: '/',
    login: 'Inloggen',
    register: 'Gratis aanmelden',
    later: 'Niet nu',
    verified: 'Je e-mailadres is bevestigd',
    start: 'Aan de slag',
  },
  {
    lang: 'en',
    home: '/en',
    login: 'Log in',
    register: 'Sign up for free',
    later: 'Not now',
    verified: 'Your e-mail address is confirmed',
    start: 'Get started',
  },
] as const;

describe.each(ofThisRun(sites))('a dialog ($lang)', ({ lang, later, verified, start }) => {
  let unmount = () => {};
  beforeEach(async () => {
    stubApi();
    closeModal();
    document.documentElement.lang = lang;
    const root = await mountModalHost();
    unmount = () => root.unmount();
  });
  afterEach(() => {
    unmount();
    document.body.replaceChildren();
    $session.set({ status: 'guest' });
  });

  /** By keyboard: without the site's styles the backdrop covers it. */
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    await expect.element(button).toBeVisible();
    button.element().focus();
    await userEvent.keyboard('{Enter}');
  };

  it('closes by its own button', async () => {
    openModal({ type: 'NoCredits', variant: 'stream' });
    await press(later);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

    logInAnna();
    openModal({ type: 'RegistrationConfirmation', email: 'anna@example.com' });
    await expect.element(page.getByRole('dialog', { name: verified })).toBeVisible();
    await press(start);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});

describe.each(ofThisRun(sites))(
  'a URL whose action requests a dialog ($lang)',
  ({ lang, home, login, register }) => {
    const address = location.href;
    let unmount = () => {};
    beforeEach(async () => {
      stubApi();
      closeModal();
      document.documentElement.lang = lang;
      document.body.innerHTML = '<dialog id="age-gate" open></dialog>';
      const root = await mountModalHost();
      unmount = () => root.unmount();
    });
    afterEach(() => {
      unmount();
      document.body.replaceChildren();
      history.replaceState(null, '', address);
    });

    /** Accepts the age question. */
    const agree = () => {
      ageGate()?.close();
      document.dispatchEvent(new CustomEvent(AGE_ACCEPTED));
    };

    it.each([
      ['login', login],
      ['register', register],
    ] as const)('P4.3 opens it for %s after the age question and clears the URL', async (action, name) => {
      history.replaceState(null, '', `${home}?action=${action}&p=61`);
      runAction({ loggedIn: false });
      expect(location.pathname + location.search).toBe(`${home}?p=61`);
      expect($modal.get()).toBeNull();
      agree();
      await expect.element(page.getByRole('dialog', { name })).toBeVisible();
    });
  },
);
