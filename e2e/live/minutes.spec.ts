import { setTimeout as sleep } from 'node:timers/promises';
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
