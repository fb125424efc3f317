import { affiliateOf } from '#contract/tracking/affiliate.ts';
import { expect, test } from '../support/test.ts';

const CARRIED = 'p=77&pi=spring-sale&Click_id=a_b&offer_id=7';

test('an account stores the visitor’s affiliate', async ({ page }) => {
  await page.goto(`/en?${CARRIED}`);
  await page.locator('#age-gate button').first().click();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /sign up/i })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill(`sent-${Date.now()}@example.com`);
  await dialog.getByLabel('Password', { exact: true }).fill('Plein-1617');
  await dialog.getByRole('checkbox').check();
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/member/member'),
  );
  await dialog.getByRole('button', { name: /sign up|create|register/i }).click();
  expect((await sent).postDataJSON().meta).toEqual(affiliateOf(new URLSearchParams(CARRIED)));
  await expect(page.getByRole('dialog', { name: /mail/i })).toBeVisible();
});
