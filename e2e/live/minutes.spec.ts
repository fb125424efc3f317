import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { prices } from '#contract/wallet/prices.ts';
import { accountsOf } from '../support/members.ts';
import { creditsOf, enter, expectPictures, performersIn } from '../support/people.ts';
import { screenshot } from '../support/screenshot.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('minutes');

/** Minutes of this worker's product. */
const MINUTE = 12;
test.use({ guestSeconds: 5, minuteSeconds: MINUTE });

test('free chat plays by itself for a while, and then asks a guest to register', async ({
  page,
  context,
}) => {
  const [performer = ''] = await performersIn(context, 'free');
  await page.goto(`/stream/${performer}`);
  await page.getByRole('button', { name: 'Ik ben 18 of ouder' }).click();

  const dialog = page.getByRole('dialog', { name: /account|aanmelden/i });
  await expect(dialog).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Je gratis minuut is voorbij' })).toBeVisible();
  await screenshot(page, 'stream-guest-over');

  // The minute was this performer's: a reload does not bring it back, another one has their own.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Je gratis minuut is voorbij' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
});

test('leaving stops the charge: the minute after it is not paid', async ({ page, context, baseURL }) => {
  const [performer = ''] = await performersIn(context, 'live');
  await enter(context, baseURL, accounts.rich);
  const before = await creditsOf(context);
  await page.goto(`/stream/${performer}`);
  await page.getByRole('button', { name: 'Start voor 60 credits per minuut' }).click();
  await expectPictures(page);
  await expect(page.getByTestId('spent')).toContainText('60');
  // By closing the page, which leaves with a beacon.
  await page.close();
  await sleep((MINUTE + 5) * 1000);
  expect(await creditsOf(context)).toBe(before - prices.chatMinute);
});

test('a killed browser pays for what it saw, when nobody came back for the rest', async ({
  context,
  baseURL,
}) => {
  const [performer = ''] = await performersIn(context, 'live');
  await enter(context, baseURL, accountsOf('rests-browser').rich);
  const before = await creditsOf(context);
  const launched = await chromium.launchServer({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const browser = await chromium.connect(launched.wsEndpoint());
  const own = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: await context.storageState(),
  });
  const page = await own.newPage();
  await page.goto(`/stream/${performer}`);
  await page.getByRole('button', { name: 'Start voor 60 credits per minuut' }).click();
  await expectPictures(page);
  const startedAt = Date.now();
  await expect.poll(() => creditsOf(context)).toBe(before - prices.chatMinute);
  await sleep(3000);
  await launched.kill();
  const seconds = (Date.now() - startedAt) / 1000 + 6;
  const due = Math.ceil((prices.chatMinute * Math.min(seconds, MINUTE)) / MINUTE);
  // The line counts as lost after 15 s, and its rest could be used for five minutes of this worker.
  await expect
    .poll(async () => before - (await creditsOf(context)), { timeout: (20 + 5 * MINUTE + 10) * 1000 })
    .toBeLessThan(prices.chatMinute);
  expect(before - (await creditsOf(context))).toBeLessThanOrEqual(due);
});
