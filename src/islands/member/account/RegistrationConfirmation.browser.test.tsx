import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { $resend } from '#lib/member/account/activation-mail.ts';
import { $modal } from '#lib/shell/start/dialogs.ts';
import { $session } from '#lib/shell/start/session.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { InDialog } from '../../testing/InDialog.tsx';
import { ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { RegistrationConfirmation } from './RegistrationConfirmation.tsx';

const email = 'anna@example.com';

const unverified = {
  username: email,
  capName: 'Anna',
  email,
  lander: '',
  endUserText: '',
  verified: false,
  emailRefused: false,
};

const sites = [
  {
    lang: 'nl',
    title: 'Check je mail',
    spam: 'Geen mail? Kijk ook even bij je spam of ongewenste mail.',
    resend: 'Mail opnieuw sturen',
    resent: 'Mail verstuurd',
    failed: 'De mail kon niet worden verstuurd. Probeer het straks nog eens.',
    verified: 'Je e-mailadres is bevestigd',
    change: 'Klopt je e-mailadres niet? Wijzig het',
    name: 'Kies meteen een gebruikersnaam',
    thenLogIn: 'Heb je de link gevolgd? Log dan in met je wachtwoord.',
    logIn: 'Inloggen',
  },
  {
    lang: 'en',
    title: 'Check your mail',
    spam: 'No mail? Have a look in your spam or junk folder too.',
    resend: 'Send the mail again',
    resent: 'Mail sent',
    failed: 'The mail could not be sent. Try again later.',
    verified: 'Your e-mail address is confirmed',
    change: 'Is your e-mail address wrong? Change it',
    name: 'Choose a username right away',
    thenLogIn: 'Once you have followed the link, log in with your password.',
    logIn: 'Log in',
  },
] as const;

describe.each(ofThisRun(sites))('after signing up ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(async () => {
    api = stubApi();
    $resend.set('idle');
    $session.set({ status: 'guest' });
    const modal = { type: 'RegistrationConfirmation', email } as const;
    await render(
      <InDialog>
        <RegistrationConfirmation modal={modal} close={vi.fn()} />
      </InDialog>,
      site.lang,
    );
  });

  const button = (name: string) => page.getByRole('button', { name });

  it('P2.112 mentions the welcome credits and the spam folder', async () => {
    await expect.element(page.getByRole('dialog').getByText(/120/)).toBeVisible();
    await expect.element(page.getByText(site.spam)).toBeVisible();
  });

  it('P2.113 resends the mail on request, with feedback on the button', async () => {
    await expect
      .element(page.getByRole('dialog', { name: site.title }).getByText(new RegExp(email)))
      .toBeVisible();
    await button(site.resend).click();
    await expect.element(button(site.resend)).toHaveAttribute('aria-busy', 'true');
    expect(api.requests).toMatchObject([
      { method: 'POST', path: '/api/member/resend-activation', body: { email } },
    ]);
    api.answer(200, true);
    await expect.element(button(site.resent)).toBeDisabled();
    await expect.element(button(site.resend)).not.toBeInTheDocument();
  });

  it('P8.12 shows that the mail could not be sent, and can retry', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await button(site.resend).click();
    await expect.poll(() => api.requests.length).toBe(1);
    api.lose();
    await expect.element(page.getByText(site.failed)).toBeVisible();
    await button(site.resend).click();
    await expect.poll(() => api.requests.length).toBe(2);
  });

  it('shows a verification from elsewhere on a page that is still open', async () => {
    const who = {
      username: email,
      capName: 'Anna',
      email,
      lander: '',
      endUserText: '',
      verified: true,
      emailRefused: false,
    };
    $wallet.set({ credits: 120 });
    $session.set({ status: 'member', ...who });
    await expect.element(page.getByRole('dialog', { name: site.verified })).toBeVisible();
    await expect.element(page.getByRole('status').getByText(site.verified)).toBeVisible();
    // Offered, not required.
    await button(site.name).click();
    expect($modal.get()).toEqual({ type: 'UsernamePrompt' });
    $session.set({ status: 'member', ...who, username: 'Anna_1' });
    await expect.element(button(site.name)).not.toBeInTheDocument();
  });

  it('shows a member’s own address only through the login', async () => {
    $session.set({ status: 'member', ...unverified });
    await button(site.resend).click();
    await expect.poll(() => api.requests.length).toBe(1);
    expect(api.requests[0]?.body).not.toHaveProperty('email');
  });

  it('tells a visitor who is not logged in to log in after following the link', async () => {
    await expect.element(page.getByText(site.thenLogIn)).toBeVisible();
    await expect.element(page.getByRole('link', { name: site.change })).not.toBeInTheDocument();
    await button(site.logIn).click();
    expect($modal.get()).toEqual({ type: 'Login' });
  });

  it('P2.114 links to the settings for a wrong address', async () => {
    $session.set({ status: 'member', ...unverified });
    const change = page.getByRole('link', { name: site.change });
    await expect.element(change).toHaveAttribute('href', expect.stringMatching(/\/settings(\?.*)?#email$/));
  });
});
