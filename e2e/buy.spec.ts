import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { performersIn } from './support/people.ts';
import { screenshot } from './support/screenshot.ts';
import { expect, test } from './support/test.ts';

const sites = [
  {
    lang: 'nl',
    home: '/',
    prefix: '',
    adult: 'Ik ben 18 of ouder',
    open: 'Credits kopen',
    wallet: 'Credits',
    bundle: /650 credits.*€ 9,95/,
    perMinute: '€ 0,92 per minuut chat',
    discount: '7% goedkoper',
    bonus: '650 credits, waarvan 46 extra',
    method: 'iDEAL',
    otherMethod: 'Creditcard',
    buy: /Betaal € 9,95/,
    consent: /Ik wil mijn credits direct ontvangen/,
    consentNeeded: 'Vink eerst aan dat je de credits direct wilt ontvangen.',
    waiting: 'We wachten op je betaling',
    bought: 'Je credits staan klaar',
    failed: 'De betaling is niet gelukt',
    cancelled: 'Je hebt de betaling geannuleerd.',
    retry: 'Probeer opnieuw',
    change: 'Wijzig pakket',
    done: 'Verder kijken',
    purchases: 'Aankopen',
    withdraw: 'Hier de overeenkomst herroepen',
    confirm: 'Herroeping bevestigen',
    withdrawn: 'Je hebt je aankoop herroepen',
    returned: /^€.9,95 terugbetaald$/,
    list: 'Alle bewegingen als CSV',
    movement: /;aankoop;;650;650;\d{4}-\d{6};9,95\r\n/,
    sandbox: {
      pay: 'Betalen',
      cancel: 'Geannuleerd (309)',
      twice: 'Bericht komt twee keer',
      late: 'Bank antwoordt later',
    },
  },
  {
    lang: 'en',
    home: '/en',
    prefix: '/en',
    adult: 'I am 18 or older',
    open: 'Buy credits',
    wallet: 'Credits',
    bundle: /650 credits.*€9\.95/,
    perMinute: '€0.92 per minute of chat',
    discount: '7% cheaper',
    bonus: '650 credits, 46 of them extra',
    method: 'Credit card',
    otherMethod: 'iDEAL',
    buy: /Pay €9\.95/,
    consent: /I want my credits right away/,
    consentNeeded: 'First tick that you want the credits right away.',
    waiting: 'We are waiting for your payment',
    bought: 'Your credits are ready',
    failed: 'The payment did not succeed',
    cancelled: 'You cancelled the payment.',
    retry: 'Try again',
    change: 'Change bundle',
    done: 'Keep watching',
    purchases: 'Purchases',
    withdraw: 'Withdraw from contract here',
    confirm: 'Confirm withdrawal',
    withdrawn: 'You have withdrawn from your purchase',
    returned: /^€9\.95 paid back$/,
    list: 'All movements as CSV',
    movement: /,purchase,,650,650,\d{4}-\d{6},9\.95\r\n/,
    sandbox: {
      pay: 'Pay',
      cancel: 'Cancelled (309)',
      twice: 'Notice arrives twice',
      late: 'Bank answers later',
    },
  },
] as const;
type Site = (typeof sites)[number];

const password = 'Plein-16';
let people = 0;

/** A member of this test's own, logged in in this browser, who has agreed to the age question. */
async function becomeMember(context: BrowserContext, baseURL: string): Promise<void> {
  const email = `buy-${process.pid}-${Date.now()}-${++people}@example.com`;
  const headers = { 'api-key': 'vonk-web', origin: baseURL };
  const created = await context.request.post('/api/member/member', { headers, data: { email, password } });
  expect(created.status()).toBe(200);
  const data = { username: email, password };
  expect((await context.request.post('/api/member/login', { headers, data })).status()).toBe(200);
  await context.addCookies([{ name: 'age', value: '1', url: baseURL }]);
}

/** An open drawer hides the rest of the page from assistive technology, and so from a search by role. */
const header = (page: Page): Locator => page.locator('header').first();

async function openWallet(page: Page, site: Site, path: string = site.home): Promise<Locator> {
  await page.goto(path);
  await header(page).getByRole('button', { name: site.open }).first().click();
  const wallet = page.getByRole('dialog', { name: site.wallet });
  await expect(wallet).toBeVisible();
  return wallet;
}

/** As far as the provider's page. */
async function goAndPay(page: Page, site: Site, path?: string): Promise<void> {
  const wallet = await openWallet(page, site, path);
  await wallet.getByRole('button', { name: site.bundle }).click();
  await wallet.getByRole('checkbox', { name: site.consent }).check();
  await wallet.getByRole('button', { name: site.buy }).click();
  await page.waitForURL(/\/dev\/pay\//);
}

const back = (page: Page, site: Site, path: string = site.home): Promise<void> =>
  page.waitForURL((url) => url.pathname === path && !url.searchParams.has('payment'));

for (const site of sites) {
  test.describe(site.lang, () => {
    test.beforeEach(({ context, baseURL }) => becomeMember(context, baseURL ?? ''));

    test('a bundle is bought, and the balance changes live on every page that is open', async ({
      page,
      context,
    }) => {
      const second = await context.newPage();
      await second.goto(site.home);
      await expect(header(second)).toContainText(/(?<!\d)0 credits/);

      const wallet = await openWallet(page, site);
      const bundle = wallet.getByRole('button', { name: site.bundle });
      for (const text of [site.perMinute, site.discount, site.bonus])
        await expect(bundle).toContainText(text);
      await expectAccessible(page);
      await screenshot(page, `wallet-bundles-${site.lang}`);
      await bundle.click();

      await expect(wallet.getByRole('radio', { name: site.method })).toBeChecked();
      await wallet.getByRole('radio', { name: site.otherMethod }).check();
      await wallet.getByRole('button', { name: site.buy }).click();
      await expect(wallet.getByText(site.consentNeeded)).toBeVisible();
      await expectAccessible(page);
      await screenshot(page, `wallet-checkout-${site.lang}`);
      await wallet.getByRole('checkbox', { name: site.consent }).check();
      await wallet.getByRole('button', { name: site.buy }).click();

      await page.waitForURL(/\/dev\/pay\//);
      await expectAccessible(page);
      await screenshot(page, `sandbox-${site.lang}`);
      await page.getByRole('button', { name: site.sandbox.pay, exact: true }).click();
      await back(page, site);
      await expect(wallet.getByText(site.bought)).toBeVisible();
      await expect(wallet.getByText(/650/).first()).toBeVisible();
      await screenshot(page, `wallet-bought-${site.lang}`);
      await expect(header(second)).toContainText('650 credits');
      await wallet.getByRole('button', { name: site.done }).click();
      await expect(wallet).toBeHidden();
      await expect(header(page)).toContainText('650 credits');
    });

    test('a purchase has a receipt and a line in the list, and is withdrawn from in two steps', async ({
      page,
    }) => {
      await goAndPay(page, site);
      await page.getByRole('button', { name: site.sandbox.pay, exact: true }).click();
      await back(page, site);
      await expect(page.getByText(site.bought)).toBeVisible();

      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${site.prefix}/settings/purchases`);
      const receipt = page.getByText(/^\S+ \d{4}-\d{6}$/);
      // A number that is broken over two lines is two numbers to whoever types it.
      expect(await receipt.evaluate((element) => element.getClientRects().length)).toBe(1);
      const list = page.getByRole('link', { name: site.list });
      const answer = await page.request.get((await list.getAttribute('href')) ?? '');
      expect(await answer.text()).toMatch(site.movement);
      await expectAccessible(page);
      await screenshot(page, `purchases-${site.lang}`);

      await page.getByRole('link', { name: site.withdraw }).click();
      await expect(
        page.getByRole('navigation').getByRole('link', { name: site.purchases, exact: true }),
      ).toHaveAttribute('aria-current', 'true');
      await expectAccessible(page);
      await screenshot(page, `withdraw-${site.lang}`);
      await page.getByRole('button', { name: site.confirm }).click();
      await expect(page.getByRole('heading', { name: site.withdrawn })).toBeVisible();
      await page.goto(`${site.prefix}/settings/purchases`);
      await expect(page.getByText(site.returned)).toBeVisible();
      await expect(page.getByRole('link', { name: site.withdraw })).toHaveCount(0);
    });

    for (const kind of ['profile', 'stream']) {
      test(`who buys on the ${kind} of a performer comes back to it, on the same page`, async ({
        page,
        context,
      }) => {
        const [performer = ''] = await performersIn(context, 'offline');
        const path = `${site.prefix}/${kind}/${performer}`;
        await goAndPay(page, site, path);
        await page.getByRole('button', { name: site.sandbox.pay, exact: true }).click();
        await back(page, site, path);
        await expect(page.getByRole('dialog').getByText(site.bought)).toBeVisible();
        expect(context.pages()).toHaveLength(1);
      });
    }
  });
}

test('a slow bank is waited for, and its answer arrives without a reload', async ({
  page,
  context,
  baseURL,
}) => {
  const [site] = sites;
  await becomeMember(context, baseURL ?? '');
  await goAndPay(page, site);
  await page.getByRole('button', { name: site.sandbox.late }).click();
  await back(page, site);
  const wallet = page.getByRole('dialog', { name: site.wallet });
  await expect(wallet.getByText(site.waiting)).toBeVisible();
  await screenshot(page, `wallet-waiting-${site.lang}`);
  await expect(wallet.getByText(site.bought)).toBeVisible({ timeout: 20_000 });
});

test('a failed payment says why, books nothing and can be tried again', async ({
  page,
  context,
  baseURL,
}) => {
  const [, site] = sites;
  await becomeMember(context, baseURL ?? '');
  await goAndPay(page, site);
  await page.getByRole('button', { name: site.sandbox.cancel }).click();
  await back(page, site);
  const wallet = page.getByRole('dialog', { name: site.wallet });
  await expect(wallet.getByText(site.failed)).toBeVisible();
  await expect(wallet.getByText(site.cancelled)).toBeVisible();
  await screenshot(page, `wallet-failed-${site.lang}`);
  await expect(header(page)).toContainText(/(?<!\d)0 credits/);
  // The same bundle is one press away, the others are marked off against it.
  await wallet.getByRole('button', { name: site.retry }).click();
  await expect(wallet.getByRole('button', { name: site.buy })).toBeVisible();
  await wallet.getByRole('button', { name: site.change }).click();
  await expect(wallet.getByRole('button', { name: site.bundle })).toHaveAttribute('aria-current', 'true');
});

test('a repeated and a forged notification book nothing more', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const [site] = sites;
  await becomeMember(context, baseURL ?? '');
  await goAndPay(page, site);
  const order = new URL(page.url()).pathname.split('/').at(-1);
  const forged = await request.post('/api/payments/notify/sandbox', {
    data: { object: { orderId: order, status: { code: 100, action: 'PAID' } } },
    headers: {
      'signature-method': 'HMAC',
      'signature-keyid': 'sandbox',
      'signature-algorithm': 'sha256',
      signature: 'a'.repeat(64),
    },
  });
  expect(forged.status()).toBe(400);
  const credits = async () => {
    const headers = { 'api-key': 'vonk-web', origin: baseURL ?? '' };
    return (await context.request.get('/api/member/credits', { headers })).json();
  };
  expect(await credits()).toEqual({ credits: 0 });
  await page.getByRole('button', { name: site.sandbox.twice }).click();
  await back(page, site);
  await expect(page.getByText(site.bought)).toBeVisible();
  await page.waitForTimeout(1500);
  expect(await credits()).toEqual({ credits: 650 });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('the wallet fits, in the dark too', async ({ page, context, baseURL }) => {
    const [site] = sites;
    await becomeMember(context, baseURL ?? '');
    const wallet = await openWallet(page, site);
    await expect(wallet.getByRole('button', { name: site.bundle })).toBeVisible();
    await screenshot(page, 'wallet-bundles-nl');
    await wallet.getByRole('button', { name: site.bundle }).click();
    await expectAccessible(page);
    await screenshot(page, 'wallet-checkout-nl');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await wallet.getByRole('checkbox', { name: site.consent }).check();
    await wallet.getByRole('button', { name: site.buy }).click();
    await page.waitForURL(/\/dev\/pay\//);
    await screenshot(page, 'sandbox-nl');
  });
});
