import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { runAction } from '#lib/late/run-action.ts';
import { AGE_ACCEPTED, ageGate } from '#lib/shell/start/browser.ts';
import { $modal, closeModal, openModal } from '#lib/shell/start/dialogs.ts';
import { $session } from '#lib/shell/start/session.ts';
import { logInAnna } from '#lib/testing/member.ts';
import { mountModalHost } from './ModalHost.tsx';
import { ofThisRun } from './testing/languages.ts';
import { stubApi } from './testing/render.ts';

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
