import type { Locator, Page } from '@playwright/test';
import { linkIn, readMail } from '../support/outbox.ts';
import { performersIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** The words of the site in Dutch. */
const site = {
  login: 'Inloggen',
  email: 'E-mailadres',
  password: 'Wachtwoord',
  signUp: 'Gratis aanmelden',
  create: 'Account maken',
  checkMail: 'Check je mail',
  verified: 'Je e-mailadres is bevestigd',
  start: 'Aan de slag',
  heart: (name: string) => `Bewaar ${name} als favoriet`,
  forgot: 'Wachtwoord vergeten?',
  account: 'E-mailadres of gebruikersnaam',
  send: 'Stuur me een link',
  choose: 'Kies een nieuw wachtwoord',
  newPassword: 'Nieuw wachtwoord',
  repeat: 'Nieuw wachtwoord nog een keer',
  save: 'Wachtwoord opslaan',
  goOn: 'Verder',
  vip: 'VIP',
  bundle: /^650 credits waarvan/,
  buy: /^Betaal € 9,95/,
  consent: /^Ik wil mijn credits direct ontvangen/,
  pay: 'Betalen',
  bought: 'Je credits staan klaar',
  keepWatching: 'Verder kijken',
} as const;

const password = 'Plein-16';
const fresh = 'Gracht-17';
let people = 0;
const newAddress = (): string => `arrival-${process.pid}-${Date.now()}-${++people}@example.com`;

/** Fills in the only form of a page or dialog. */
async function fillIn(form: Locator, email: string, secret = password): Promise<void> {
  await form.getByLabel(site.email).fill(email);
  await form.getByLabel(site.password, { exact: true }).fill(secret);
}

/** Found by selector, because a dialog hides it from the accessibility tree. */
const menu = (page: Page): Locator => page.locator('header [popovertarget=member-menu][aria-label]');

/** Clicks a tab of the chat until it is open, because clicks before hydration have no effect. */
async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name });
  await expect(async () => {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true', { timeout: 500 });
  }).toPass();
}

let path: string;
let performer: string;
test.beforeEach(async ({ context, baseURL }) => {
  [performer = ''] = await performersIn(context, 'offline');
  path = `/stream/${performer}`;
  await context.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
});

test('a visitor who registers to buy continues with the bundle, pays, and is on the same page and tab', async ({
  page,
  context,
  request,
}) => {
  const email = newAddress();
  await page.goto(`${path}?p=77`);
  await openTab(page, site.vip);
  await page.getByRole('tab', { name: 'Credits' }).click();
  await page.getByRole('button', { name: site.bundle }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: site.signUp }).click();
  // The login dialog, which this dialog replaces, has the same fields.
  await fillIn(page.getByRole('dialog', { name: site.signUp }), email);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: site.create }).click();
  await expect(dialog).toContainText(email);

  // The mail is opened in another tab; the first one stays open.
  const link = linkIn(await readMail(request, email));
  const tab = await context.newPage();
  await tab.goto(link);
  await expect(tab.getByRole('heading', { name: site.verified })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: site.verified })).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`${path}?p=77`);
  await dialog.getByRole('button', { name: site.start }).click();

  await expect(page.getByRole('tab', { name: 'Credits' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('checkbox', { name: site.consent }).check();
  await page.getByRole('button', { name: site.buy }).click();
  await page.waitForURL(/\/dev\/pay\//);
  await page.getByRole('button', { name: site.pay, exact: true }).click();
  await page.waitForURL((url) => url.pathname === path && !url.searchParams.has('payment'));
  await expect(dialog.getByText(site.bought)).toBeVisible();
  await dialog.getByRole('button', { name: site.keepWatching }).click();
  await expect(page.getByRole('tab', { name: site.vip })).toHaveAttribute('aria-selected', 'true');
});

test('registering or logging in on a separate page returns to the origin in the same tab, also when already logged in', async ({
  page,
  context,
  request,
}) => {
  const email = newAddress();
  await page.goto(path);
  await openTab(page, site.vip);
  const next = encodeURIComponent(path);
  await page.goto(`/register?next=${next}`);
  const form = page.getByRole('main');
  await fillIn(form, email);
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: site.create }).click();
  await expect(form.getByRole('heading', { name: site.checkMail })).toBeVisible();
  await readMail(request, email);
  await form.getByRole('link', { name: site.start }).click();
  await page.waitForURL((url) => url.pathname === path);
  await expect(page.getByRole('tab', { name: site.vip })).toHaveAttribute('aria-selected', 'true');
  await page.goto(`/login?next=${next}`);
  await page.waitForURL((url) => url.pathname === path);

  await context.clearCookies({ name: /session/ });
  await page.goto(path);
  await openTab(page, site.vip);
  // Opens the link like a new tab does, with its referrer.
  const href = await page.getByRole('banner').getByRole('link', { name: site.login }).getAttribute('href');
  await page.goto(href ?? '', { referer: page.url() });
  await fillIn(form, email);
  await form.getByRole('button', { name: site.login }).click();
  await page.waitForURL((url) => url.pathname === path);
  await expect(page.getByRole('tab', { name: site.vip })).toHaveAttribute('aria-selected', 'true');
  await expect(menu(page)).toBeVisible();
});

test('P4.2 resetting the password on a performer’s page returns there and logs in the first tab', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const email = newAddress();
  const headers = { 'api-key': 'vonk-web', origin: baseURL ?? '' };
  const data = { email, password };
  expect((await request.post('/api/member/member', { headers, data })).status()).toBe(200);
  await readMail(request, email);

  await page.goto(`${path}?p=77`);
  await openTab(page, site.vip);
  await page.getByRole('banner').getByRole('link', { name: site.login }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: site.forgot }).click();
  await page.getByRole('dialog', { name: site.forgot }).getByLabel(site.account).fill(email);
  await dialog.getByRole('button', { name: site.send }).click();
  await expect(page.getByRole('dialog', { name: site.checkMail })).toBeVisible();
  await expect.poll(async () => linkIn(await readMail(request, email))).toContain('action=resetpassword');

  const tab = await context.newPage();
  await tab.goto(linkIn(await readMail(request, email)));
  await expect(tab.getByRole('dialog', { name: site.choose })).toBeVisible();
  expect(new URL(tab.url()).pathname).toBe(path);
  await tab.getByLabel(site.newPassword, { exact: true }).fill(fresh);
  await tab.getByLabel(site.repeat, { exact: true }).fill(fresh);
  await tab.getByRole('button', { name: site.save }).click();
  await tab.getByRole('button', { name: site.goOn, exact: true }).click();
  await expect(tab.getByRole('heading', { level: 1, name: performer })).toBeAttached();
  expect(new URL(tab.url()).pathname).toBe(path);

  await expect(menu(page)).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`${path}?p=77`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { name: site.vip })).toHaveAttribute('aria-selected', 'true');
});

test('a guest adds a favourite by logging in', async ({ page, request, baseURL }) => {
  const email = newAddress();
  const headers = { 'api-key': 'vonk-web', origin: baseURL ?? '' };
  await request.post('/api/member/member', { headers, data: { email, password } });
  await page.goto(`/profile/${performer}`);
  const heart = page.getByRole('button', { name: site.heart(performer) });
  await heart.click();
  const dialog = page.getByRole('dialog', { name: site.login });
  // After closing the dialog, a later login adds no favourite.
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await heart.click();
  await fillIn(dialog, email);
  await dialog.getByRole('button', { name: site.login }).click();
  await expect(dialog).toBeHidden();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});
