import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { InDialog } from '../../testing/InDialog.tsx';
import { render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { ResetForm } from '../password/ResetPassword.tsx';
import { EmailSettings } from '../settings/EmailSettings.tsx';
import { PasswordSettings } from '../settings/PasswordSettings.tsx';
import { Login } from './Login.tsx';
import { Register } from './Register.tsx';

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
