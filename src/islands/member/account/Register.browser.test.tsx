import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { $modal, closeModal } from '#lib/shell/start/dialogs.ts';
import { InDialog } from '../../testing/InDialog.tsx';
import { ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { Register } from './Register.tsx';

const sites = [
  {
    lang: 'nl',
    email: 'E-mailadres',
    password: 'Wachtwoord',
    submit: 'Account maken',
    taken: 'Er is al een account met dit e-mailadres. Log in, of vraag een nieuw wachtwoord aan.',
    toLogin: 'Inloggen',
  },
  {
    lang: 'en',
    email: 'E-mail address',
    password: 'Password',
    submit: 'Create account',
    taken: 'There already is an account with this e-mail address. Log in, or ask for a new password.',
    toLogin: 'Log in',
  },
] as const;

describe.each(ofThisRun(sites))('signing up ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(async () => {
    closeModal();
    api = stubApi();
    await render(
      <InDialog>
        <Register />
      </InDialog>,
      site.lang,
    );
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(200, { policy: 'standard' });
  });

  const email = () => page.getByLabelText(site.email);
  const password = () => page.getByLabelText(site.password, { exact: true });

  it('shows at the address that it has an account, keeps the input, and links to the login', async () => {
    await email().fill('anna@example.com');
    await password().fill('Plein-16');
    await page.getByRole('checkbox').click();
    await page.getByRole('button', { name: site.submit }).click();
    await expect.poll(() => api.requests.length).toBe(2);
    expect(api.requests[1]).toMatchObject({
      method: 'POST',
      path: '/api/member/member',
      body: { email: 'anna@example.com', password: 'Plein-16', terms: true },
    });
    api.answer(400, { label: 'badRequest.email_exists' });
    await expect.element(email()).toHaveAccessibleDescription(site.taken);
    await expect.element(email()).toHaveFocus();
    await expect.element(email()).toHaveValue('anna@example.com');
    await expect.element(password()).toHaveValue('Plein-16');
    await page.getByRole('button', { name: site.toLogin }).click();
    expect($modal.get()).toEqual({ type: 'Login' });
  });
});
