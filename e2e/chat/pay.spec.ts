import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { accountsOf } from '../support/members.ts';
import { creditsOf, enter, expectPictures } from '../support/people.ts';
import { screenshot } from '../support/screenshot.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('pay');

const sites = [
  {
    lang: 'nl',
    prefix: '',
    start: 'Start voor 60 credits per minuut',
    goOn: /^Ga verder, 00:[0-5]\d al betaald$/,
    bundle: /^650 credits,/,
    consent: /^Ik wil mijn credits direct ontvangen/,
    buy: /^Betaal/,
    waiting: 'We wachten op je betaling',
    show: 'Bekijk',
    added: /^650 credits zijn bijgeschreven/,
    bought: 'Je credits staan klaar',
    failed: 'De betaling is niet gelukt',
    cancelled: /Je hebt de betaling geannuleerd/,
    returned: 'Je bent terug van de betaaldienst',
    closable: /^Je kunt dit tabblad sluiten/,
    backTo: /^Terug naar/,
    done: 'Verder kijken',
    sandbox: { pay: 'Betalen', cancel: 'Geannuleerd (309)' },
  },
  {
    lang: 'en',
    prefix: '/en',
    start: 'Start for 60 credits a minute',
    goOn: /^Continue, 00:[0-5]\d already paid$/,
    bundle: /^650 credits,/,
    consent: /^I want my credits right away/,
    buy: /^Pay/,
    waiting: 'We are waiting for your payment',
    show: 'Show',
    added: /^650 credits were added/,
    bought: 'Your credits are ready',
    failed: 'The payment did not succeed',
    cancelled: /You cancelled the payment/,
    returned: 'You are back from the payment service',
    closable: /^You can close this tab/,
    backTo: /^Back to/,
    done: 'Keep watching',
    sandbox: { pay: 'Pay', cancel: 'Cancelled (309)' },
  },
] as const;
type Site = (typeof sites)[number];

/** Fills in the wallet beside the picture, as far as the button that pays. */
async function fillIn(page: Page, site: Site): Promise<void> {
  await page.getByRole('tab', { name: 'Credits' }).click();
  await page.getByRole('button', { name: site.bundle }).click();
  await page.getByRole('checkbox', { name: site.consent }).check();
}

/** Pays from the chat; answers the tab with the provider's page. */
async function payBeside(page: Page, site: Site): Promise<Page> {
  const context = page.context();
  await fillIn(page, site);
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: site.buy }).click();
  const tab = await opened;
  await tab.waitForURL(/\/dev\/pay\//);
  return tab;
}

for (const site of sites) {
  test(`paying goes on beside the chat, which keeps its picture and tells the outcome (${site.lang})`, async ({
    page,
    context,
    goLive,
    baseURL,
  }) => {
    const { name: performer } = await goLive('live');
    await enter(context, baseURL, accounts.rich);
    await page.goto(`${site.prefix}/stream/${performer}`);
    await page.getByRole('button', { name: site.start }).click();
    await expectPictures(page);

    // It fails first: the reason stands in the wallet, and the same chat goes on.
    const failing = await payBeside(page, site);
    await expect(page.getByRole('heading', { name: site.waiting })).toBeVisible();
    if (site === sites[0]) await expectAccessible(page);
    await screenshot(page, `pay-beside-${site.lang}`);
    await failing.getByRole('button', { name: site.sandbox.cancel }).click();
    await expect(page.getByRole('heading', { name: site.failed })).toBeVisible();
    await expect(page.getByRole('status').getByText(site.cancelled)).toBeVisible();
    await failing.close();
    await page.getByRole('tab', { name: 'Chat' }).click();

    // The basket is empty again, and its bundle is marked.
    await page.getByRole('tab', { name: 'Credits' }).click();
    await expect(page.getByRole('button', { name: site.bundle })).toHaveAttribute('aria-current', 'true');
    const tab = await payBeside(page, site);
    await page.getByRole('tab', { name: 'Chat' }).click();
    const told = page.getByRole('status').filter({ hasText: site.waiting });
    await expect(told).toBeVisible();
    await expectPictures(page);
    await screenshot(page, `pay-waiting-${site.lang}`);
    // A reloaded page finds its payment again, and the tab finds the page.
    await page.reload();
    await expect(told).toBeVisible();
    await page.getByRole('button', { name: site.goOn }).click();
    await expectPictures(page);
    await tab.getByRole('button', { name: site.sandbox.pay, exact: true }).click();

    await expect(tab.getByRole('heading', { name: site.returned })).toBeVisible();
    await expect(tab.getByText(site.closable)).toBeVisible();
    await expect(tab.getByRole('link', { name: site.backTo })).toBeHidden();
    expect(new URL(tab.url()).pathname).toBe(`${site.prefix}/payment/${performer}`);
    if (site === sites[0]) await expectAccessible(tab);
    await screenshot(tab, `pay-returned-${site.lang}`);

    await expect(page.getByRole('status').filter({ hasText: site.added })).toBeVisible();
    const balance = (await creditsOf(context)).toLocaleString(site.lang);
    await expect(page.getByTestId('balance')).toContainText(balance);
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
    await screenshot(page, `pay-bought-${site.lang}`);
  });
}

test('where the browser opens no tab, the page goes there and comes back to the performer', async ({
  page,
  context,
  goLive,
  baseURL,
}) => {
  const [site] = sites;
  const { name: performer } = await goLive('free');
  await enter(context, baseURL, accounts.poor);
  await page.addInitScript(() => Object.assign(window, { open: () => null }));
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  const field = page.getByRole('textbox', { name: 'Schrijf een bericht' });
  await field.fill('Ben je er morgen ook?');
  await fillIn(page, site);
  await page.getByRole('button', { name: site.buy }).click();
  await page.waitForURL(/\/dev\/pay\//);
  await page.getByRole('button', { name: site.sandbox.pay, exact: true }).click();
  await page.waitForURL((url) => url.pathname === `/stream/${performer}` && url.search === '');
  await expect(page.getByRole('dialog').getByText(site.bought)).toBeVisible();
  expect(context.pages()).toHaveLength(1);
  await page.getByRole('button', { name: site.done }).click();
  await expect(field).toHaveValue('Ben je er morgen ook?');
});

test('a tab of a payment that is the only one left goes back to the performer', async ({
  page,
  context,
  goLive,
  baseURL,
}) => {
  const [site] = sites;
  const { name: performer } = await goLive('free');
  await enter(context, baseURL, accounts.poor);
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  const tab = await payBeside(page, site);
  await page.close();
  await tab.getByRole('button', { name: site.sandbox.pay, exact: true }).click();
  await tab.waitForURL((url) => url.pathname === `/stream/${performer}` && url.search === '');
  await expect(tab.getByRole('dialog').getByText(site.bought)).toBeVisible();
  // Else the performer leaves while the picture is opened.
  await expectPictures(tab);
});
