import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { runAction } from '#lib/member/account/run-action.ts';
import { AGE_ACCEPTED, ageGate } from '#lib/shell/age.ts';
import { $modal, closeModal } from '#lib/shell/modal.ts';
import { mountModalHost } from './ModalHost.tsx';
import { stubApi } from './testing/render.ts';

const sites = [
  { lang: 'nl', home: '/', login: 'Inloggen', register: 'Gratis aanmelden' },
  { lang: 'en', home: '/en', login: 'Log in', register: 'Sign up for free' },
] as const;

describe.each(sites)('an address that asks for a dialog ($lang)', ({ lang, home, login, register }) => {
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

  /** What a yes to the age question does. */
  const agree = () => {
    ageGate()?.close();
    document.dispatchEvent(new CustomEvent(AGE_ACCEPTED));
  };

  it.each([
    ['login', login],
    ['register', register],
  ] as const)('opens it for %s after the age question, and forgets that it did', async (action, name) => {
    history.replaceState(null, '', `${home}?action=${action}&p=61`);
    runAction({ loggedIn: false });
    expect(location.pathname + location.search).toBe(`${home}?p=61`);
    expect($modal.get()).toBeNull();
    agree();
    await expect.element(page.getByRole('dialog', { name })).toBeVisible();
  });
});
