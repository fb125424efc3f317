import type { Page } from '@playwright/test';
import { expectAccessible, inDialog } from '../support/accessible.ts';
import { linkIn, readMail } from '../support/outbox.ts';
import { screenshot } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

/** The words of the site in English; arrival.spec.ts logs in in Dutch. */
const site = {
  home: '/en',
  adult: 'I am 18 or older',
  login: 'Log in',
  email: 'E-mail address',
  password: 'Password',
  balance: '5,000 credits',
} as const;

async function openLogin(page: Page): Promise<void> {
  await page.goto(site.home);
  await page.getByRole('button', { name: site.adult }).click();
  await page.getByRole('banner').getByRole('link', { name: site.login }).click();
  await expect(page.getByRole('dialog', { name: site.login })).toBeVisible();
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(site.email).fill(email);
  await dialog.getByLabel(site.password, { exact: true }).fill(password);
  await dialog.getByRole('button', { name: site.login }).click();
}

test('P2.71 P2.92 P2.108 P4.4 P4.5 P4.8 P4.10 P6.1 P7.4 a member logs in, keeps the balance over a reload, and logs out everywhere', async ({
  page,
  context,
}) => {
  await openLogin(page);
  await logIn(page, 'demo@example.com', 'Demo1234');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('banner')).toContainText(site.balance);
  await page.reload();
  await expect(page.getByRole('banner')).toContainText(site.balance);

  const second = await context.newPage();
  await second.goto(site.home);
  await expect(second.getByRole('banner')).toContainText(site.balance);
  await page.getByRole('button', { name: 'My account' }).click();
  await screenshot(page, 'member-menu');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: site.login })).toBeVisible();
  await expect(second.getByRole('banner').getByRole('link', { name: site.login })).toBeVisible();
});

test('P2.22 P2.93 P2.94 P2.109 P2.110 P4.2 P4.15 P4.16 P6.1 P7.6 P8.27 L8.18 a forgotten password is replaced through the mailed link, which works once', async ({
  page,
  request,
  baseURL,
}) => {
  const email = `reset-${process.pid}-${Date.now()}@example.com`;
  const key = { 'api-key': 'vonk-web', origin: baseURL ?? '' };
  const created = await request.post('/api/member/member', {
    headers: key,
    data: { email, password: 'Plein-16', lang: 'en' },
  });
  expect(created.status()).toBe(200);
  await readMail(request, email);

  await openLogin(page);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail address or username').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('dialog', { name: 'Check your mail' })).toBeVisible();
  await screenshot(page, 'forgot-done');
  await expect.poll(async () => linkIn(await readMail(request, email))).toContain('action=resetpassword');
  const link = linkIn(await readMail(request, email));

  const other = await page.context().newPage();
  await other.goto(site.home);
  await page.goto(link);
  await expect(page.getByRole('dialog', { name: 'Choose a new password' })).toBeVisible();
  // Found by selector, because the dialog hides it from the accessibility tree.
  for (const tab of [page, other])
    await expect(tab.locator('header [popovertarget=member-menu][aria-label]')).toBeVisible();
  expect(page.url()).not.toContain('token');
  await expectAccessible(page, inDialog);
  await screenshot(page, 'reset');
  await page.getByLabel('New password', { exact: true }).fill('Gracht-17');
  await page.getByLabel('New password once more', { exact: true }).fill('Gracht-17');
  await page.getByRole('button', { name: 'Save password' }).click();
  const done = page.getByRole('dialog', { name: 'Your password was changed' });
  await expect(done.getByRole('status').locator('svg')).toBeVisible();
  await screenshot(page, 'reset-done');

  await page.goto(link);
  const used = 'This link was already used. Ask for a new one here.';
  await expect(page.getByRole('dialog').getByText(used)).toBeVisible();
  const login = await request.post('/api/member/login', {
    headers: key,
    data: { username: email, password: 'Gracht-17' },
  });
  expect(login.status()).toBe(200);
});

test('P8.3 a URL that requests the login opens it once, after the age question', async ({ page }) => {
  await page.goto(`${site.home}?action=login&p=61`);
  await expect(page).toHaveURL(/\?p=61$/);
  const dialog = page.getByRole('dialog', { name: site.login });
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: site.adult }).click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page, inDialog);

  // A refusal is shown beside its field, and the input stays.
  await logIn(page, 'demo@example.com', 'Wrong-1234');
  await expect(dialog.getByText('This password is not correct.')).toBeVisible();
  await screenshot(page, 'login-wrong');
  await expect(page.getByLabel(site.email)).toHaveValue('demo@example.com');
  await expect(page.getByLabel(site.password, { exact: true })).toBeFocused();
});
