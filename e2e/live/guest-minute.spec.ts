import { performersIn } from '../support/people.ts';
import { screenshot } from '../support/screenshot.ts';
import { expect, test } from '../support/test.ts';

/** The minute of this worker's product. */
test.use({ guestSeconds: 5 });

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
