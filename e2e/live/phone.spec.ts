import { enter, expectPictures, performersIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('hanging up cuts a guest by phone off', async ({ page, context, baseURL }) => {
  const [performer = ''] = await performersIn(context, 'live');
  await enter(context, baseURL);
  await page.goto(`/en/stream/${performer}`);
  await page.getByRole('region').getByRole('button', { name: 'Pay by phone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Show number and code' }).click();
  const code = (await page.getByTestId('code').textContent())?.trim() ?? '';
  // The demo's telephone, in a page of its own.
  const phone = await context.newPage();
  await phone.goto('/dev/phone?lang=en');
  await phone.getByRole('button', { name: 'Call 0906 - 0061' }).click();
  await phone.getByLabel('Code').fill(code);
  await phone.getByRole('button', { name: 'Enter the code' }).click();
  await page.bringToFront();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Sun${Date.now() % 100_000_000}`);
  await page.getByRole('button', { name: 'Use this name' }).click();
  await expectPictures(page);

  await phone.bringToFront();
  await phone.getByRole('button', { name: 'Hang up' }).click();
  await page.bringToFront();
  await expect(page.getByRole('heading', { name: 'Your phone call has ended' })).toBeVisible();
  await expect(page.locator('video')).toHaveJSProperty('srcObject', null);
  await expect(page.getByText(/Your call has ended: \d+:\d\d minutes, €\d\.\d\d\./)).toBeVisible();
});
