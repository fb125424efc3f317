import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $modal, closeModal } from '#lib/shell/start/dialogs.ts';
import { InDialog } from '../../testing/InDialog.tsx';
import { ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { ResetForm } from '../password/ResetPassword.tsx';
import { EmailSettings } from '../settings/EmailSettings.tsx';
import { PasswordSettings } from '../settings/PasswordSettings.tsx';
import { Login } from './Login.tsx';
import { Register } from './Register.tsx';

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

const [address, word, other] = ['anna@example.com', 'Plein-1642', 'Haven-1788'];
const settings = {
  email: 'old@example.com',
  verified: true,
  refused: false,
  pending: null,
  pendingRefused: false,
  welcomeCredits: 0,
};

const forms = [
  {
    name: 'the login',
    form: <Login />,
    fields: { username: address, password: word },
    submit: 'Inloggen',
    sent: { username: address, password: word },
  },
  {
    name: 'the sign-up',
    form: <Register />,
    fields: { email: address, password: word },
    tick: true,
    submit: 'Account maken',
    sent: { email: address, password: word },
  },
  {
    name: 'a reset',
    form: <ResetForm token="a-token" onChange={() => undefined} />,
    fields: { newPassword: word, repeatNewPassword: word },
    submit: 'Wachtwoord opslaan',
    sent: { password: 'a-token', newPassword: word },
  },
  {
    name: 'the change of the password',
    form: <PasswordSettings email={address} />,
    fields: { 'old-password': word, 'new-password': other, 'repeat-password': other },
    submit: 'Wachtwoord wijzigen',
    sent: { newPassword: other },
  },
  {
    name: 'the change of the address',
    form: <EmailSettings {...settings} />,
    fields: { 'new-email': address, 'repeat-email': address, 'email-password': word },
    submit: 'E-mailadres wijzigen',
    sent: { email: address },
  },
] as const;

/** Fills a field like password managers that dispatch no event. */
function fillInSilently(name: string, value: string): void {
  const input = document.querySelector(`input[name="${name}"]`);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
}

describe('a form filled in without events', () => {
  let api: StubbedApi;
  beforeEach(() => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    api = stubApi();
  });
  const posts = () => api.requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);

  it.each(forms)('sends the contents of $name', async ({ form, fields, submit, sent, ...more }) => {
    await render(<InDialog>{form}</InDialog>);
    const button = page.getByRole('button', { name: submit, exact: true });
    await expect.element(button).toBeVisible();
    for (const [name, value] of Object.entries(fields)) fillInSilently(name, value);
    if ('tick' in more) await page.getByRole('checkbox').click();
    await button.click();
    await expect.poll(posts).toEqual([expect.objectContaining(sent)]);
  });
});
