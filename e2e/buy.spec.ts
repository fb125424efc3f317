import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expectAccessible, inDialog } from './support/accessible.ts';
import { alive, screenshot } from './support/page.ts';
import { performersIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** The words of the site in Dutch; account-life.spec.ts buys in English. */
const site = {
  bundle: /650 credits.*€ 9,95/,
  perMinute: '€ 0,92 per minuut chat',
  discount: '7% goedkoper',
  bonus: 'waarvan 46 extra',
  buy: /Betaal € 9,95/,
  consent: /Ik wil mijn credits direct ontvangen/,
  bought: 'Je credits staan klaar',
  withdraw: 'Hier de overeenkomst herroepen',
} as const;

const password = 'Plein-16';
let people = 0;

/** Creates a member for this test, logs in and answers the age question. */
async function becomeMember(context: BrowserContext, baseURL: string): Promise<void> {
  const email = `buy-${process.pid}-${Date.now()}-${++people}@example.com`;
  const headers = { 'api-key': 'vonk-web', origin: baseURL };
  const created = await context.request.post('/api/member/member', { headers, data: { email, password } });
  expect(created.status()).toBe(200);
  const data = { username: email, password };
  expect((await context.request.post('/api/member/login', { headers, data })).status()).toBe(200);
  await context.addCookies([{ name: 'age', value: '1', url: baseURL }]);
}

/** Found by tag, because an open drawer hides it from a search by role. */
const header = (page: Page): Locator => page.locator('header').first();

async function openWallet(page: Page, path = '/'): Promise<Locator> {
  await page.goto(path);
  await header(page).getByRole('button', { name: 'Credits kopen' }).first().click();
  const wallet = page.getByRole('dialog', { name: 'Credits' });
  await expect(wallet).toBeVisible();
  return wallet;
}

/** Continues to the provider's page. */
async function goAndPay(page: Page, path?: string): Promise<void> {
  const wallet = await openWallet(page, path);
  await wallet.getByRole('button', { name: site.bundle }).click();
  await wallet.getByRole('checkbox', { name: site.consent }).check();
  await wallet.getByRole('button', { name: site.buy }).click();
  await page.waitForURL(/\/dev\/pay\//);
}

const back = (page: Page, path = '/'): Promise<void> =>
  page.waitForURL((url) => url.pathname === path && !url.searchParams.has('payment'));

test.beforeEach(({ context, baseURL }) => becomeMember(context, baseURL ?? ''));

test('P2.58 P6.4 L2.10 L2.11 L3.18 L3.19 L4.3 L7.21 L7.23 buying a bundle updates the balance on every open page', {
  tag: '@main',
}, async ({ page, context }) => {
  const second = await context.newPage();
  await second.goto('/');
  await expect(header(second)).toContainText(/(?<!\d)0 credits/);

  const wallet = await openWallet(page);
  // Its styles come after those of the list, which would put it on the left.
  await expect.poll(async () => (await wallet.boundingBox())?.x).toBeGreaterThan(600);
  const bundle = wallet.getByRole('button', { name: site.bundle });
  for (const text of [site.perMinute, site.discount, site.bonus]) await expect(bundle).toContainText(text);
  await expectAccessible(page, inDialog);
  await screenshot(page, 'wallet-bundles');
  await bundle.click();

  await expect(wallet.getByRole('radio', { name: 'iDEAL' })).toBeChecked();
  await wallet.getByRole('radio', { name: 'Creditcard' }).check();
  await wallet.getByRole('button', { name: site.buy }).click();
  await expect(wallet.getByText('Vink eerst aan dat je de credits direct wilt ontvangen.')).toBeVisible();
  await expectAccessible(page, inDialog);
  await screenshot(page, 'wallet-checkout');
  await wallet.getByRole('checkbox', { name: site.consent }).check();
  await wallet.getByRole('button', { name: site.buy }).click();

  await page.waitForURL(/\/dev\/pay\//);
  await expectAccessible(page);
  await screenshot(page, 'sandbox');
  await page.getByRole('button', { name: 'Betalen', exact: true }).click();
  await back(page);
  await expect(wallet.getByText(site.bought)).toBeVisible();
  await expect(wallet.getByText(/650/).first()).toBeVisible();
  await screenshot(page, 'wallet-bought');
  await expect(header(second)).toContainText('650 credits');
  await wallet.getByRole('button', { name: 'Verder kijken' }).click();
  await expect(wallet).toBeHidden();
  await expect(header(page)).toContainText('650 credits');
});

test('L4.3 a purchase returns to its profile page, has a receipt, and can be withdrawn in two steps', async ({
  page,
  context,
}) => {
  const [performer = ''] = await performersIn(context, 'offline');
  const path = `/profile/${performer}`;
  await goAndPay(page, path);
  await page.getByRole('button', { name: 'Betalen', exact: true }).click();
  await back(page, path);
  await expect(page.getByRole('dialog').getByText(site.bought)).toBeVisible();
  expect(context.pages()).toHaveLength(1);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings/purchases');
  const receipt = page.getByText(/^\S+ \d{4}-\d{6}$/);
  // A number broken over two lines reads as two numbers.
  expect(await receipt.evaluate((element) => element.getClientRects().length)).toBe(1);
  const list = page.getByRole('link', { name: 'Alle bewegingen als CSV' });
  const answer = await page.request.get((await list.getAttribute('href')) ?? '');
  expect(await answer.text()).toMatch(/;aankoop;;650;650;\d{4}-\d{6};9,95\r\n/);
  await expectAccessible(page);
  await screenshot(page, 'purchases');

  await page.getByRole('link', { name: site.withdraw }).click();
  await expect(
    page.getByRole('navigation').getByRole('link', { name: 'Aankopen', exact: true }),
  ).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page);
  await screenshot(page, 'withdraw');
  await page.getByRole('button', { name: 'Herroeping bevestigen' }).click();
  await expect(page.getByRole('heading', { name: 'Je hebt je aankoop herroepen' })).toBeVisible();
  await page.goto('/settings/purchases');
  await expect(page.getByText(/^€.9,95 terugbetaald$/)).toBeVisible();
  await expect(page.getByRole('link', { name: site.withdraw })).toHaveCount(0);
});

test('L4.1 L4.2 L4.9 a purchase returns to a new conversation with its draft and the affiliate', async ({
  page,
  context,
}) => {
  const [performer = ''] = await performersIn(context, 'offline');
  await page.goto(`/profile/${performer}?p=77`);
  const href = await page.locator('a[href*="/messenger/new-conversation?"]').first().getAttribute('href');
  const here = href ?? '';
  await page.goto(here);
  await alive(page);
  await page.getByRole('textbox', { name: 'Schrijf een bericht' }).fill('Ben je er morgen?');
  await goAndPay(page, here);
  await page.getByRole('button', { name: 'Geannuleerd (309)' }).click();
  await page.waitForURL((url) => url.pathname + url.search === here);
  const wallet = page.getByRole('dialog', { name: 'Credits' });
  await wallet.getByRole('button', { name: 'Kies een ander pakket' }).click();
  await expect(wallet.getByRole('button', { name: site.bundle })).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Schrijf een bericht' })).toHaveValue('Ben je er morgen?');
});

test('L4.1 the page waits for a slow bank and shows the result without a reload', async ({ page }) => {
  await goAndPay(page);
  await page.getByRole('button', { name: 'Bank antwoordt later' }).click();
  await back(page);
  const wallet = page.getByRole('dialog', { name: 'Credits' });
  await expect(wallet.getByText('We wachten op je betaling')).toBeVisible();
  await screenshot(page, 'wallet-waiting');
  await expect(wallet.getByText(site.bought)).toBeVisible({ timeout: 20_000 });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('the wallet fits, also in the dark scheme', async ({ page }) => {
    const wallet = await openWallet(page);
    await expect(wallet.getByRole('button', { name: site.bundle })).toBeVisible();
    await screenshot(page, 'wallet-bundles');
    await wallet.getByRole('button', { name: site.bundle }).click();
    await expectAccessible(page, inDialog);
    await screenshot(page, 'wallet-checkout');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});
