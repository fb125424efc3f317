import type { BrowserContext, Page } from '@playwright/test';
import { pathOf } from '#contract/endpoint.ts';
import { register } from '#contract/member/account/account-calls.ts';
import { expectAccessible, inDialog } from '../support/accessible.ts';
import { addAuthenticator, offerNothing } from '../support/authenticator.ts';
import { readMail } from '../support/outbox.ts';
import { screenshot } from '../support/page.ts';
import { enter } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const password = 'Plein-16';
let people = 0;

async function newMember(context: BrowserContext, baseURL = ''): Promise<string> {
  const email = `passkey-${process.pid}-${Date.now()}-${++people}@example.com`;
  const headers = { 'api-key': 'vonk-web', origin: baseURL };
  const answer = await context.request.post(pathOf(register), { headers, data: { email, password } });
  expect(answer.status()).toBe(200);
  await enter(context, baseURL, email, password);
  return email;
}

/** The words of the site in Dutch. */
const site = {
  security: '/settings/security',
  loginPage: '/login',
  home: '/',
  none: 'Je hebt nog geen passkey.',
  add: 'Passkey toevoegen',
  current: 'Je huidige wachtwoord',
  wrong: 'Dit wachtwoord klopt niet.',
  go: 'Verder',
  added: /is toegevoegd/,
  rename: /^Naam wijzigen van /,
  name: 'Naam',
  save: 'Opslaan',
  remove: 'Verwijderen: Laptop',
  yes: 'Ja, verwijderen',
  account: /Mijn account/,
  logout: 'Uitloggen',
  login: 'Inloggen',
  button: 'Verder met een passkey',
  unknown: 'Deze passkey kennen we niet. Log in met je wachtwoord.',
  used: /Laatst gebruikt op/,
  trail: 'Passkey toegevoegd',
} as const;

async function logOut(page: Page): Promise<void> {
  // Before the header is hydrated, its menu opens and does nothing.
  await expect(page.locator('header [data-alive]')).toBeVisible();
  await page.getByRole('button', { name: site.account }).press('Enter');
  await page.getByRole('button', { name: site.logout }).press('Enter');
  // The page is emptied before it goes home; the guest header shows that the home page is loaded.
  await expect(page.getByRole('banner').getByRole('link', { name: site.login, exact: true })).toBeVisible();
}

async function check(page: Page, name: string, part?: typeof inDialog): Promise<void> {
  await expectAccessible(page, part);
  await screenshot(page, name);
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: site.login, exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: site.button })).toBeVisible();
}

async function addPasskey(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: 'Passkeys', exact: true });
  await section.getByRole('button', { name: site.add }).click();
  await section.getByLabel(site.current, { exact: true }).fill(password);
  await section.getByRole('button', { name: site.go }).click();
  await expect(page.getByText(site.added)).toBeVisible();
}

test(`P2.92 a member logs in without typing, until the passkey is removed`, async ({
  context,
  page,
  baseURL,
  allowConsole,
}) => {
  // A refused login answers 400.
  allowConsole(/400/);
  await offerNothing(context);
  const device = await addAuthenticator(page);
  const email = await newMember(context, baseURL);

  // Adds a passkey by keyboard, first with a wrong password.
  await page.goto(site.security);
  const section = page.getByRole('region', { name: 'Passkeys', exact: true });
  await expect(section.getByText(site.none)).toBeVisible();
  await section.getByRole('button', { name: site.add }).press('Enter');
  const field = section.getByLabel(site.current, { exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type('Wrong-16');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(site.wrong);
  await expect(field).toBeFocused();
  await field.fill(password);
  await check(page, `passkey-add`);
  await field.press('Enter');
  await expect(page.getByText(site.added)).toBeVisible();
  await expect(section.getByRole('button', { name: site.add })).toBeFocused();
  expect(await device.kept()).toHaveLength(1);
  await expect.poll(async () => (await readMail(context.request, email)).subject).toMatch(/passkey/i);

  // Renames the passkey.
  await section.getByRole('button', { name: site.rename }).press('Enter');
  await expect(section.getByLabel(site.name, { exact: true })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Laptop');
  await page.keyboard.press('Enter');
  await expect(section.getByText('Laptop', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region').getByText(site.trail)).toBeVisible();
  await check(page, `passkey-list`);

  // Logs in with the button of the login page.
  await device.setPresent(false);
  await logOut(page);
  await page.goto(site.loginPage);
  await expect(page.getByRole('button', { name: site.button })).toBeVisible();
  await expect(page.locator('main input[name="username"]')).toHaveAttribute(
    'autocomplete',
    'username webauthn',
  );
  await check(page, `passkey-login-page`);
  await device.setPresent(true);
  await page.getByRole('button', { name: site.button }).press('Enter');
  await expect(page.getByRole('button', { name: site.account })).toBeVisible();

  // Logs in with the dialog.
  await device.setPresent(false);
  await logOut(page);
  await openDialog(page);
  const dialog = page.getByRole('dialog');
  await check(page, `passkey-login-dialog`, inDialog);
  await device.setPresent(true);
  await dialog.getByRole('button', { name: site.button }).press('Enter');
  await expect(page.getByRole('button', { name: site.account })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.goto(site.security);
  await expect(section.getByText(site.used)).toBeVisible();

  // Removes the passkey; the authenticator still has it, but it no longer logs in.
  await section.getByRole('button', { name: site.remove }).press('Enter');
  await page.keyboard.press('Tab');
  await expect(section.getByRole('button', { name: site.yes })).toBeFocused();
  await check(page, `passkey-remove`);
  await section.getByRole('button', { name: site.yes }).press('Enter');
  await expect(section.getByText(site.none)).toBeVisible();
  await device.setPresent(false);
  await logOut(page);
  await page.goto(site.loginPage);
  await device.setPresent(true);
  await page.getByRole('button', { name: site.button }).press('Enter');
  await expect(page.getByText(site.unknown)).toBeVisible();
  // The site signals it as unknown, and the authenticator deletes it.
  await expect.poll(async () => (await device.kept()).length).toBe(0);
  await expect(page.getByRole('button', { name: site.account })).toHaveCount(0);
});

test(`the e-mail field offers passkeys, on the page and in the dialog`, async ({
  context,
  page,
  baseURL,
}) => {
  await addAuthenticator(page);
  await newMember(context, baseURL);
  await page.goto(site.security);
  await addPasskey(page);

  // Needs no click, because the virtual authenticator accepts the offer by itself.
  await logOut(page);
  await page.goto(site.loginPage);
  await expect(page.getByRole('button', { name: site.account })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(site.home);
  await logOut(page);
  await page.getByRole('banner').getByRole('link', { name: site.login, exact: true }).click();
  await expect(page.getByRole('button', { name: site.account })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
