import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { accountsOf } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { creditsOf, enter, expectPictures } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('pay');

/** Fills in the wallet beside the picture, up to the pay button. */
async function fillIn(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Credits' }).click();
  await page.getByRole('button', { name: /^650 credits waarvan/ }).click();
  await page.getByRole('checkbox', { name: /^Ik wil mijn credits direct ontvangen/ }).check();
}

/** Pays from the chat; returns the tab with the provider's page. */
async function payBeside(page: Page): Promise<Page> {
  const context = page.context();
  await fillIn(page);
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: /^Betaal/ }).click();
  const tab = await opened;
  await tab.waitForURL(/\/dev\/pay\//);
  return tab;
}

test('P8.27 L2.3 L4.9 L7.23 L8.18 a payment in another tab keeps the chat’s picture, and the chat shows the outcome', async ({
  page,
  context,
  goLive,
  baseURL,
}) => {
  const { name: performer } = await goLive('live');
  await enter(context, baseURL, accounts.rich);
  await page.goto(`/stream/${performer}`);
  await page.getByRole('button', { name: 'Start voor 60 credits per minuut' }).click();
  await expectPictures(page);

  // The first attempt fails: the wallet shows the reason, and the chat continues.
  const failing = await payBeside(page);
  await expect(page.getByRole('heading', { name: 'We wachten op je betaling' })).toBeVisible();
  await expectAccessible(page);
  await screenshot(page, 'pay-beside');
  await failing.getByRole('button', { name: 'Geannuleerd (309)' }).click();
  await expect(page.getByRole('heading', { name: 'De betaling is niet gelukt' })).toBeVisible();
  await expect(page.getByRole('status').getByText(/Je hebt de betaling geannuleerd/)).toBeVisible();
  await failing.close();
  await page.getByRole('tab', { name: 'Chat' }).click();

  // The basket is empty again, and its bundle is marked.
  await page.getByRole('tab', { name: 'Credits' }).click();
  await expect(page.getByRole('button', { name: /^650 credits waarvan/ })).toHaveAttribute(
    'aria-current',
    'true',
  );
  const tab = await payBeside(page);
  await page.getByRole('tab', { name: 'Chat' }).click();
  // The wallet's own status has more text, and may still be there for a moment.
  const status = page.getByRole('status').and(page.getByText('We wachten op je betaling', { exact: true }));
  await expect(status).toBeVisible();
  await expectPictures(page);
  await screenshot(page, 'pay-waiting');
  // A reloaded page finds its payment again, and the tab finds the page.
  await page.reload();
  await expect(status).toBeVisible();
  await page.getByRole('button', { name: /^Ga verder, 0[0-4]:[0-5]\d al betaald$/ }).click();
  await expectPictures(page);
  await tab.getByRole('button', { name: 'Betalen', exact: true }).click();

  await expect(tab.getByRole('heading', { name: 'Je bent terug van de betaaldienst' })).toBeVisible();
  await expect(tab.getByText(/^Je kunt dit tabblad sluiten/)).toBeVisible();
  await expect(tab.getByRole('link', { name: /^Terug naar/ })).toBeHidden();
  expect(new URL(tab.url()).pathname).toBe(`/payment/${performer}`);
  await expectAccessible(tab);
  await screenshot(tab, 'pay-returned');

  await expect(page.getByRole('status').filter({ hasText: /^650 credits zijn bijgeschreven/ })).toBeVisible();
  const balance = (await creditsOf(context)).toLocaleString('nl');
  await expect(page.getByTestId('balance')).toContainText(balance);
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await screenshot(page, 'pay-bought');
});

test('L7.23 without a new tab the page itself goes to the provider and returns to the performer', async ({
  page,
  context,
  goLive,
  baseURL,
}) => {
  const { name: performer } = await goLive('free');
  await enter(context, baseURL, accounts.poor);
  await page.addInitScript(() => Object.assign(window, { open: () => null }));
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  const field = page.getByRole('textbox', { name: 'Schrijf een bericht' });
  await field.fill('Ben je er morgen ook?');
  await fillIn(page);
  await page.getByRole('button', { name: /^Betaal/ }).click();
  await page.waitForURL(/\/dev\/pay\//);
  await page.getByRole('button', { name: 'Betalen', exact: true }).click();
  await page.waitForURL((url) => url.pathname === `/stream/${performer}` && url.search === '');
  await expect(page.getByRole('dialog').getByText('Je credits staan klaar')).toBeVisible();
  expect(context.pages()).toHaveLength(1);
  await page.getByRole('button', { name: 'Verder kijken' }).click();
  await expect(field).toHaveValue('Ben je er morgen ook?');
});

test('the payment’s tab returns to the performer if it is the only one left', async ({
  page,
  context,
  goLive,
  baseURL,
}) => {
  const { name: performer } = await goLive('free');
  await enter(context, baseURL, accounts.poor);
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  const tab = await payBeside(page);
  await page.close();
  await tab.getByRole('button', { name: 'Betalen', exact: true }).click();
  await tab.waitForURL((url) => url.pathname === `/stream/${performer}` && url.search === '');
  await expect(tab.getByRole('dialog').getByText('Je credits staan klaar')).toBeVisible();
  // Otherwise the performer leaves while the picture is opening.
  await expectPictures(tab);
});
