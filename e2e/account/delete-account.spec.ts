import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expectAccessible, inDialog } from '../support/accessible.ts';
import { accountsOf } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { enter } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('delete-account');

test('P2.118 a member exports all data, deletes the account, and finds everything restored on return', async ({
  context,
  page,
  baseURL,
}) => {
  await enter(context, baseURL, accounts.rich);
  await page.goto('/settings/data');
  await expectAccessible(page);
  await screenshot(page, 'settings-data-nl');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download mijn gegevens' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^mijn-gegevens-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(readFileSync(await download.path()));
  expect(strFromU8(files['account.json'] ?? new Uint8Array())).toContain(accounts.rich);

  await page.getByRole('button', { name: 'Account verwijderen…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Je hebt nog 5.000 credits. Die vervallen.');
  await expectAccessible(page, inDialog);
  await screenshot(page, 'delete-account-nl');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Account verwijderen…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Ja, verwijderen' }).click();
  await expect(dialog).toContainText('Je account wordt verwijderd');
  await dialog.getByRole('button', { name: 'Naar de homepage' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Inloggen' }).first()).toBeVisible();

  await enter(context, baseURL, accounts.rich);
  await page.goto('/en/settings/data');
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeVisible();
  await screenshot(page, 'settings-data-en');
});
