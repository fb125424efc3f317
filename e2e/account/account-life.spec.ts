import { readFileSync } from 'node:fs';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { linkIn, readMail } from '../support/outbox.ts';
import { alive } from '../support/page.ts';
import { creditsOf } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** An account from its first day to its last, in English. Each part also has its own tests. */
const HOME = '/en';
const WELCOME = 120;
const BUNDLE = 650;

const newAddress = (): string => `life-${process.pid}-${Date.now()}@example.com`;

/** Found by tag, because an open dialog hides it from a search by role. */
const header = (page: Page): Locator => page.locator('header').first();

/** Follows the link of the newest mail in a new tab. */
async function followMail(context: BrowserContext, to: string, title: string): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(linkIn(await readMail(context.request, to)));
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(title);
  await tab.close();
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(HOME);
  await page.getByRole('button', { name: 'I am 18 or older' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Sign up', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill('Plein-16');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('dialog', { name: 'Check your mail' })).toContainText(email);
  const title = 'Your e-mail address is confirmed';
  await followMail(page.context(), email, title);
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Get started' }).click();
  await expect(header(page)).toContainText(`${WELCOME} credits`);
}

const walletOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Credits' });

/** Goes to the provider's page, which names the method, chooses an outcome there and returns. */
async function pay(page: Page, outcome: string): Promise<void> {
  const wallet = walletOf(page);
  await wallet.getByRole('radio', { name: 'Credit card' }).check();
  await wallet.getByRole('checkbox', { name: /^I want my credits right away/ }).check();
  await wallet.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL(/\/dev\/pay\//);
  // The sandbox names each method only in Dutch.
  await expect(page.getByRole('definition').filter({ hasText: 'Creditcard' })).toBeVisible();
  await page.getByRole('button', { name: outcome, exact: true }).click();
  await page.waitForURL((url) => url.pathname === HOME && !url.searchParams.has('payment'));
}

/** Fails first, tries again and then pays. Returns the balance. */
async function buy(page: Page): Promise<number> {
  const wallet = walletOf(page);
  await header(page).getByRole('button', { name: 'Buy credits' }).first().click();
  await wallet.getByRole('button', { name: /^650 credits/ }).click();
  await pay(page, 'Cancelled (309)');
  await expect(wallet.getByText('The payment did not succeed')).toBeVisible();
  await expect(wallet.getByText('You cancelled the payment. Nothing was added.')).toBeVisible();
  await expect(header(page)).toContainText(`${WELCOME} credits`);
  await wallet.getByRole('button', { name: 'Try again' }).click();
  await pay(page, 'Pay');
  await expect(wallet.getByText('Your credits are ready')).toBeVisible();
  const balance = WELCOME + BUNDLE;
  await expect(
    wallet.getByText(`650 credits were added. Your balance is now ${balance} credits.`),
  ).toBeVisible();
  await wallet.getByRole('button', { name: 'Keep watching' }).click();
  await expect(header(page)).toContainText(`${balance} credits`);
  return balance;
}

/** Exports the data, checks what is lost, and deletes the account. */
async function leave(page: Page, { email, credits }: { email: string; credits: number }): Promise<void> {
  await page.goto('/en/settings/data');
  // Before hydration the button does nothing.
  await alive(page);
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const files = unzipSync(readFileSync(await (await arriving).path()));
  expect(strFromU8(files['account.json'] ?? new Uint8Array())).toContain(email);
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`You still have ${credits} credits. They lapse.`);
  await dialog.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(dialog).toContainText('Your account will be deleted');
  await dialog.getByRole('button', { name: 'To the home page' }).click();
  await expect(page).toHaveURL((url) => url.pathname === HOME);
  await expect(header(page).getByRole('link', { name: 'Log in' })).toBeVisible();
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('an account from registration to deletion, on a phone', async ({ page, context }) => {
  const email = newAddress();
  await signUp(page, email);
  const balance = await buy(page);
  expect(await creditsOf(context)).toBe(balance);
  await leave(page, { email, credits: balance });
});
