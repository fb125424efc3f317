import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { usernamePrompt } from '#lib/member/settings/username-prompt.ts';
import { $modal, closeModal } from '#lib/shell/start/dialogs.ts';
import { $unread } from '#lib/shell/unread.ts';
import { logInAnna } from '#lib/testing/visitor.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { expectAccessible, ofThisRun } from '../../islands/testing/render.ts';
import { find } from '../../lib/shell/start/hooks.ts';
import { followAccount } from './member-account.ts';
import { accountMarkup, type Lang } from './testing.ts';

const sites = [
  {
    lang: 'nl',
    messages: 'Berichten',
    unread: '3 ongelezen berichten',
    account: 'bram, Mijn account',
    greeting: 'Hoi bram',
    low: 'Je credits zijn bijna op',
    balance: '1.250 credits',
  },
  {
    lang: 'en',
    messages: 'Messages',
    unread: '3 unread messages',
    account: 'bram, My account',
    greeting: 'Hi bram',
    low: 'Your credits are running low',
    balance: '1,250 credits',
  },
] as const;

const asMember = (username: string, verified = true) => logInAnna({ username, capName: username, verified });

const open = async (lang: Lang, messenger?: string) => {
  document.documentElement.lang = lang;
  document.body.innerHTML = `<header>${accountMarkup(lang, messenger)}</header>`;
  const account = find(document, 'member-account');
  if (account) await followAccount(account);
};

beforeEach(() => {
  closeModal();
  usernamePrompt.close();
  sessionStorage.clear();
  location.hash = '';
  asMember('anna');
  $wallet.setKey('credits', 5000);
  $unread.set(0);
  return () => document.body.replaceChildren();
});

it('is covered while the page is away, so that Back shows nothing of the member', async () => {
  await open('en');
  dispatchEvent(new Event('pagehide'));
  expect(document.documentElement.style.visibility).toBe('hidden');
  document.documentElement.style.visibility = '';
});

describe.each(ofThisRun(sites))('a member’s header ($lang)', (site) => {
  const messenger = () => page.getByRole('link', { name: new RegExp(`^${site.messages}`) });

  it('links to the messenger, and shows the unread count', async () => {
    await open(site.lang);
    await expect.element(messenger()).toHaveAccessibleName(site.messages);
    $unread.set(3);
    await expect.element(messenger()).toHaveAccessibleName(`${site.messages}, ${site.unread}`);
    await expectAccessible();
    await messenger().click();
    expect(location.hash).toBe('#messenger');
    expect($modal.get()).toBeNull();
    $unread.set(0);
    await expect.element(messenger()).toHaveAccessibleName(site.messages);
    await expect.element(page.getByText('3', { exact: true })).not.toBeInTheDocument();
  });

  it('P2.60 asks for a username first if it is still the e-mail address', async () => {
    asMember('anna@example.com');
    await open(site.lang);
    await messenger().click();
    await expect.poll(() => $modal.get()).toEqual({ type: 'UsernamePrompt' });
    expect(location.hash).toBe('');
    expect(usernamePrompt.waitsTo()).toBe('go');
  });

  it('shows the current name and balance, and marks a low balance', async () => {
    await open(site.lang);
    asMember('bram');
    $wallet.setKey('credits', 1250);
    await expect.element(page.getByRole('button', { name: site.account })).toBeVisible();
    await expect.element(page.getByRole('button', { name: site.balance })).not.toHaveAttribute('title');
    await page.getByRole('button', { name: site.account }).click();
    await expect.element(page.getByText(site.greeting)).toBeVisible();
    $wallet.setKey('credits', 500);
    await expect.element(page.getByTitle(site.low)).toHaveAttribute('data-low');
  });
});

it('P9.6 counts up to 99', async () => {
  await open('en');
  $unread.set(120);
  await expect.element(page.getByText('99+')).toBeVisible();
  await expect.element(page.getByRole('link')).toHaveAccessibleName('Messages, 99+');
  await expectAccessible();
});

it('offers the welcome credits until the address is verified', async () => {
  asMember('anna', false);
  await open('nl');
  const claim = () => page.getByRole('button', { name: '120' });
  await claim().click();
  expect($modal.get()).toEqual({ type: 'RegistrationConfirmation', email: 'anna@example.com' });
  asMember('anna');
  await expect.element(claim()).not.toBeInTheDocument();
});

it('links to the settings while mails to the address are refused, instead of offering the welcome credits', async () => {
  logInAnna({ verified: false, emailRefused: true });
  await open('en');
  const link = () => page.getByRole('link', { name: 'Our mails do not reach you' });
  await expect.element(link()).toBeVisible();
  await expect.element(page.getByRole('button', { name: '120' })).not.toBeInTheDocument();
  asMember('anna', false);
  await expect.element(link()).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: '120' }).first()).toBeVisible();
});
