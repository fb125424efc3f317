import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $modal, closeModal } from '#lib/shell/dialogs.ts';
import { InDialog } from '../../testing/InDialog.tsx';
import { ofThisRun } from '../../testing/languages.ts';
import { render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { Login } from './Login.tsx';

const sites = [
  {
    lang: 'nl',
    email: 'E-mailadres',
    password: 'Wachtwoord',
    show: 'Wachtwoord tonen',
    submit: 'Inloggen',
    noAddress: 'Dit lijkt geen e-mailadres.',
    noPassword: 'Vul een wachtwoord in.',
    unknown: 'Er is geen account met dit e-mailadres.',
    wrong: 'Dit wachtwoord klopt niet.',
    tooMany: 'Dat is te vaak geprobeerd. Wacht een paar minuten.',
    forgot: 'Wachtwoord vergeten?',
    register: 'Gratis aanmelden',
  },
  {
    lang: 'en',
    email: 'E-mail address',
    password: 'Password',
    show: 'Show password',
    submit: 'Log in',
    noAddress: 'This does not look like an e-mail address.',
    noPassword: 'Enter a password.',
    unknown: 'There is no account with this e-mail address.',
    wrong: 'This password is not correct.',
    tooMany: 'That was tried too often. Wait a few minutes.',
    forgot: 'Forgot your password?',
    register: 'Sign up for free',
  },
] as const;

describe.each(ofThisRun(sites))('the login ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(async () => {
    closeModal();
    // Passkeys have their own journeys (e2e/account/passkeys.spec.ts); here the browser has none.
    vi.stubGlobal('PublicKeyCredential', undefined);
    api = stubApi();
    await render(
      <InDialog>
        <Login />
      </InDialog>,
      site.lang,
    );
    await expect.element(email()).toHaveFocus();
  });

  const email = () => page.getByLabelText(site.email);
  const password = () => page.getByLabelText(site.password, { exact: true });
  const submit = () => page.getByRole('button', { name: site.submit });
  const fillIn = async (address: string, word: string) => {
    await email().fill(address);
    await password().fill(word);
  };

  it('shows at each field what is missing, sends nothing, and removes the error on input', async () => {
    await fillIn('nobody', '');
    await submit().click();
    await expect.element(email()).toHaveAccessibleDescription(site.noAddress);
    await expect.element(password()).toHaveAccessibleDescription(site.noPassword);
    await expect.element(email()).toHaveFocus();
    await expect.element(email()).toHaveValue('nobody');
    await email().fill('nobody@example.com');
    await expect.element(email()).not.toHaveAccessibleDescription();
    await expect.element(password()).toHaveAccessibleDescription(site.noPassword);
    expect(api.requests).toEqual([]);
  });

  it('P4.5 sends once for repeated clicks, and shows that it is busy', async () => {
    await fillIn(' anna@example.com ', 'Plein-16');
    await userEvent.keyboard('{Enter}');
    await expect.element(submit()).toHaveAttribute('aria-busy', 'true');
    // It is aria-disabled, and Playwright's click would wait for that.
    await submit().click({ force: true });
    await password().click();
    await userEvent.keyboard('{Enter}');
    await expect.element(password()).toHaveValue('Plein-16');
    expect(api.requests).toEqual([
      {
        method: 'POST',
        path: '/api/member/login',
        body: { username: 'anna@example.com', password: 'Plein-16' },
      },
    ]);
  });

  it.each([
    ['badRequest.login.notExists', 'email', site.unknown],
    ['badRequest.incorrectPassword', 'password', site.wrong],
  ] as const)(
    'shows %s at the %s field, which gets the focus, and keeps what was typed',
    async (label, at, message) => {
      await fillIn('anna@example.com', 'Wrong-16');
      await submit().click();
      await expect.poll(() => api.requests.length).toBe(1);
      api.answer(400, { label });
      const blamed = at === 'email' ? email() : password();
      await expect.element(blamed).toHaveAccessibleDescription(message);
      await expect.element(blamed).toHaveAttribute('aria-invalid', 'true');
      await expect.element(blamed).toHaveFocus();
      await expect.element(email()).toHaveValue('anna@example.com');
      await expect.element(password()).toHaveValue('Wrong-16');
      await expect.element(submit()).not.toHaveAttribute('aria-busy');
      // The same form is sent again.
      await submit().click();
      await expect.poll(() => api.requests.length).toBe(2);
    },
  );

  it('shows errors of no particular field above the button', async () => {
    await fillIn('anna@example.com', 'Plein-16');
    await submit().click();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(429, { label: 'badRequest.tooMany' });
    await expect.element(page.getByText(site.tooMany)).toBeVisible();
    await expect.element(email()).not.toHaveAttribute('aria-invalid');
    await expect.element(email()).toHaveValue('anna@example.com');
  });

  it('can be used by keyboard alone and reveals the password', async () => {
    await userEvent.keyboard('anna@example.com{Tab}Plein-16');
    await expect.element(password()).toHaveValue('Plein-16');
    await userEvent.keyboard('{Tab}');
    const show = page.getByRole('button', { name: site.show });
    await expect.element(show).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(show).toHaveAttribute('aria-pressed', 'true');
    await expect.element(password()).toHaveAttribute('type', 'text');
    await userEvent.keyboard('{Tab}');
    await expect.element(submit()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.requests.length).toBe(1);
  });

  it('does not mention passkeys in a browser without them', async () => {
    await expect.element(submit()).toBeVisible();
    expect(document.body.textContent).not.toMatch(/passkey/i);
    await expect.element(email()).toHaveAttribute('autocomplete', 'username webauthn');
  });

  it('links to the forgotten password and to the registration', async () => {
    await page.getByRole('button', { name: site.forgot }).click();
    expect($modal.get()).toEqual({ type: 'ForgotPassword' });
    await page.getByRole('button', { name: site.register }).click();
    expect($modal.get()).toEqual({ type: 'Register' });
  });
});
