import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $pendingEmail } from '#lib/member/settings/settings.ts';
import { usernamePrompt } from '#lib/member/settings/username-prompt.ts';
import { closeModal } from '#lib/shell/start/dialogs.ts';
import { $toast } from '#lib/shell/start/feedback.ts';
import { $session } from '#lib/shell/start/session.ts';
import { UsernameSettings } from '../../AccountSettings.tsx';
import { mountModalHost } from '../../hosts/ModalHost.tsx';
import { ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { MailSettings } from './ChoiceSettings.tsx';
import { EmailSettings } from './EmailSettings.tsx';
import { LanguageSettings } from './LanguageSettings.tsx';
import { PasswordSettings } from './PasswordSettings.tsx';

const sites = [
  {
    lang: 'nl',
    newEmail: 'Nieuw e-mailadres',
    repeatEmail: 'Nieuw e-mailadres nog een keer',
    current: 'Je huidige wachtwoord',
    changeEmail: 'E-mailadres wijzigen',
    same: 'Dit is het adres dat je nu al gebruikt.',
    waiting: 'We stuurden een link naar anna.new@example.com.',
    cancel: 'Toch niet wijzigen',
    notVerified: 'Je e-mailadres is nog niet bevestigd.',
    resend: 'Mail opnieuw sturen',
    refused: 'Onze mails komen niet aan.',
    pendingRefused: 'Volgens de mailserver bestaat anna.new@example.com niet.',
    retry: 'Mijn adres klopt: stuur een mail',
    resent: 'Mail verstuurd',
    newPassword: 'Nieuw wachtwoord',
    repeatPassword: 'Nieuw wachtwoord nog een keer',
    digit: 'een cijfer (in orde)',
    changePassword: 'Wachtwoord wijzigen',
    wrongOld: 'Dit is niet je huidige wachtwoord.',
    notChanged: 'Je wachtwoord is niet gewijzigd. Probeer het nog eens.',
    username: 'Gebruikersnaam',
    free: 'Sientje is vrij.',
    taken: 'Sientje kan niet of is al bezet.',
    long: 'Een naam heeft 4 tot 31 tekens.',
    exists: 'Deze naam heeft iemand anders al.',
    ask: 'Hoe wil je heten?',
    save: 'Opslaan en sturen',
    goOn: 'Opslaan en verder',
    later: 'Nu even niet',
    english: 'English',
    mailMe: 'Mail me als er een nieuw bericht is',
    saved: 'Bewaard.',
  },
  {
    lang: 'en',
    newEmail: 'New e-mail address',
    repeatEmail: 'New e-mail address once more',
    current: 'Your current password',
    changeEmail: 'Change e-mail address',
    same: 'This is the address you use now.',
    waiting: 'We sent a link to anna.new@example.com.',
    cancel: 'Keep my old address',
    notVerified: 'Your e-mail address is not confirmed yet.',
    resend: 'Send the mail again',
    refused: 'Our mails do not reach you.',
    pendingRefused: 'The mail server says that anna.new@example.com does not exist.',
    retry: 'My address is right: send a mail',
    resent: 'Mail sent',
    newPassword: 'New password',
    repeatPassword: 'New password once more',
    digit: 'a digit (all right)',
    changePassword: 'Change password',
    wrongOld: 'This is not your current password.',
    notChanged: 'Your password was not changed. Please try again.',
    username: 'Username',
    free: 'Sientje is free.',
    taken: 'Sientje is not possible or taken.',
    long: 'A name has 4 to 31 characters.',
    exists: 'Somebody else has this name already.',
    ask: 'What shall we call you?',
    save: 'Save and send',
    goOn: 'Save and continue',
    later: 'Not now',
    english: 'English',
    mailMe: 'Mail me when there is a new message',
    saved: 'Saved.',
  },
] as const;

const email = 'anna@example.com';
const names = { capName: '', lander: '', endUserText: '', email, username: email };
const anna = { ...names, verified: true, emailRefused: false };
const mailed = {
  email,
  verified: true,
  refused: false,
  pending: null,
  pendingRefused: false,
  welcomeCredits: 120,
};

describe.each(ofThisRun(sites))('the settings ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    closeModal();
    sessionStorage.clear();
    $pendingEmail.set(null);
    $toast.set(null);
    api = stubApi();
    $session.set({ status: 'member', ...anna });
  });
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const nameField = () => page.getByRole('textbox', { name: site.username });
  /** By keyboard: without styles the dialog moves under the pointer. */
  const press = async (name: string) => {
    await expect.element(button(name)).toBeVisible();
    button(name).element().focus();
    await userEvent.keyboard('{Enter}');
  };
  const waiting = () => page.getByRole('status').filter({ hasText: site.waiting });
  const awaitRequests = (count: number) => expect.poll(() => api.requests.length).toBe(count);

  it('P2.119 request a new address, show it as pending, and can cancel it', async () => {
    await render(<EmailSettings {...mailed} verified={false} />, site.lang);
    await expect.element(page.getByText(site.notVerified)).toBeVisible();
    await expect.element(button(site.resend)).toBeVisible();
    await field(site.newEmail).fill('ANNA@example.com');
    await field(site.repeatEmail).fill('ANNA@example.com');
    await field(site.current).fill('Plein-16');
    await button(site.changeEmail).click();
    await expect.element(field(site.newEmail)).toHaveAccessibleDescription(site.same);
    await expect.element(field(site.newEmail)).toHaveFocus();
    await field(site.newEmail).fill('anna.new@example.com');
    await field(site.repeatEmail).fill('anna.new@example.com');
    await userEvent.keyboard('{Enter}');
    await awaitRequests(1);
    api.answer(200, true);
    await expect.element(waiting()).toBeVisible();
    await expect.element(field(site.newEmail)).toHaveValue('');
    await button(site.cancel).click();
    await awaitRequests(2);
    expect(api.requests[1]).toMatchObject({ method: 'DELETE', path: '/api/member/change-email' });
    api.answer(200, true);
    await expect.element(waiting()).not.toBeInTheDocument();
  });

  it('tell that mails to an address are refused, and send one again', async () => {
    await render(
      <EmailSettings {...mailed} refused pending="anna.new@example.com" pendingRefused />,
      site.lang,
    );
    await expect.element(page.getByText(site.refused)).toBeVisible();
    await expect.element(page.getByRole('status').filter({ hasText: site.pendingRefused })).toBeVisible();
    await button(site.retry).click();
    await awaitRequests(1);
    expect(api.requests[0]).toMatchObject({ method: 'POST', path: '/api/member/resend-activation' });
    api.answer(200, true);
    await expect.element(button(site.resent)).toBeDisabled();
  });

  it('P2.117 P8.7 tick the password rules while typing, and show which field was wrong', async () => {
    await render(<PasswordSettings email={email} />, site.lang);
    await awaitRequests(1);
    api.answer(200, { policy: 'standard' });
    await field(site.newPassword).fill('1');
    await expect.element(page.getByRole('listitem').filter({ hasText: site.digit })).toBeVisible();
    await field(site.newPassword).fill('Gracht-17');
    await field(site.repeatPassword).fill('Gracht-17');
    await field(site.current).fill('Wrong-16');
    await button(site.changePassword).click();
    await awaitRequests(2);
    api.answer(400, { label: 'badRequest.incorrectPassword' });
    await expect.element(field(site.current)).toHaveAccessibleDescription(site.wrongOld);
    await expect.element(field(site.newPassword)).toHaveValue('Gracht-17');
    await field(site.current).fill('Plein-16');
    await button(site.changePassword).click();
    await awaitRequests(3);
    api.answer(500, { label: 'UNDEFINED_ERROR' });
    await expect.element(page.getByRole('alert')).toHaveTextContent(site.notChanged);
    await button(site.changePassword).click();
    await awaitRequests(4);
    api.answer(200, true);
    await expect.element(field(site.newPassword)).toHaveValue('');
    expect($toast.get()).toMatchObject({ kind: 'success' });
  });

  it('P5.22 P8.8 P9.3 show whether a username is free, and suggest three others', async () => {
    await render(<UsernameSettings email={email} username={email} />, site.lang);
    await awaitRequests(1);
    api.answer(200, { suggestions: ['anna1', 'anna2', 'anna3', 'anna4', 'anna5'] });
    const chips = page.getByRole('group').getByRole('button');
    await expect.poll(() => chips.elements().length).toBe(3);
    await expect.element(nameField()).toHaveAttribute('maxlength', '32');
    await nameField().fill('Sientje');
    await awaitRequests(2);
    api.answer(200, { suggestions: ['Sientje', 'Sientje12'] });
    await expect.element(nameField()).toHaveAccessibleDescription(site.free);
    await nameField().fill('Si');
    await expect.element(nameField()).toHaveAccessibleDescription(site.long);
    await nameField().fill('Sientje');
    await awaitRequests(3);
    api.answer(200, { suggestions: ['Sientje12'] });
    await expect.element(nameField()).toHaveAccessibleDescription(site.taken);
    await button('Sientje12').click();
    await expect.element(nameField()).toHaveValue('Sientje12');
    await userEvent.keyboard('{Tab}');
    await nameField().click();
    await userEvent.keyboard('{Enter}');
    await awaitRequests(4);
    expect(api.requests[3]).toMatchObject({ body: { username: 'Sientje12' } });
    api.answer(400, { label: 'badRequest.username_exists' });
    await expect.element(nameField()).toHaveAccessibleDescription(site.exists);
  });

  it('store the language and the mails at once', async () => {
    const languages = [
      { locale: 'nl', name: 'Nederlands', iso: 'nl-NL', href: '/settings', current: true },
      { locale: 'en', name: 'English', iso: 'en-US', href: '/en/settings', current: false },
    ] as const;
    await render(
      <>
        <LanguageSettings chosen="nl" languages={languages} />
        <MailSettings kinds={['messages']} wanted={{ messages: true }} />
      </>,
      site.lang,
    );
    await page.getByRole('radio', { name: site.english }).click();
    await awaitRequests(1);
    expect(api.requests[0]).toMatchObject({ method: 'PUT', body: { language: 'en' } });
    api.answer(200, true);
    await expect.poll(() => $toast.get()?.text).toBe(site.saved);
    const mails = page.getByRole('checkbox', { name: site.mailMe });
    await mails.click();
    await awaitRequests(2);
    expect(api.requests[1]).toMatchObject({ body: { mails: { messages: false } } });
    api.answer(500, { label: 'UNDEFINED_ERROR' });
    await expect.element(mails).toBeChecked();
    await expect.poll(() => $toast.get()?.kind).toBe('error');
  });

  describe('P2.106 asking for a username', () => {
    const act = vi.fn();
    let host: Awaited<ReturnType<typeof mountModalHost>>;
    afterEach(() => host.unmount());
    beforeEach(async () => {
      act.mockClear();
      document.documentElement.lang = site.lang;
      host = await mountModalHost();
      await render(
        <button type="button" onClick={() => usernamePrompt.withUsername(act)}>
          Say
        </button>,
        site.lang,
      );
      await press('Say');
      await expect.element(page.getByRole('dialog', { name: site.ask })).toBeVisible();
      await expect.element(nameField()).toHaveFocus();
    });

    it('P4.20 continues the waiting act once there is one, and returns the focus', async () => {
      await awaitRequests(1);
      api.answer(200, { suggestions: ['anna1'] });
      await press('anna1');
      await press(site.save);
      await awaitRequests(2);
      expect(act).not.toHaveBeenCalled();
      api.answer(200, { token: 't' });
      await expect.poll(() => act.mock.calls.length).toBe(1);
      await expect.element(button('Say')).toHaveFocus();
    });

    it('continues without one when it is postponed, and does not ask again', async () => {
      await press(site.later);
      expect(act).toHaveBeenCalledOnce();
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      await press('Say');
      expect(act).toHaveBeenCalledTimes(2);
    });

    it('mentions sending only if something is sent', async () => {
      await expect.element(button(site.save)).toBeVisible();
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      usernamePrompt.withUsername(act, 'go');
      await expect.element(button(site.goOn)).toBeVisible();
      await expect.element(button(site.save)).not.toBeInTheDocument();
    });

    it('drops the waiting act when it is closed, and asks again the next time', async () => {
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      await expect.element(button('Say')).toHaveFocus();
      expect(act).not.toHaveBeenCalled();
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('dialog', { name: site.ask })).toBeVisible();
    });
  });
});
