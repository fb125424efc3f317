import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { enter, expectPictures } from '../support/people.ts';
import { screenshot } from '../support/screenshot.ts';
import { expect, test } from '../support/test.ts';

const sites = [
  {
    lang: 'nl',
    path: '',
    pay: 'Betaal per telefoon',
    tariff: /€\s0,80 per minuut/,
    ask: 'Toon nummer en code',
    simulator: 'Open de testtelefoon',
    dial: 'Bel 0906 - 0061',
    enter: 'Toets de code in',
    wrong: 'Ongeldige pincode.',
    right: 'De code klopt.',
    hangUp: 'Ophangen',
    name: 'Naam',
    use: 'Gebruik deze naam',
    price: /€\s0,80\/min per telefoon/,
    write: 'Schrijf een bericht',
    send: 'Verstuur',
    rename: /^Wijzig je naam/,
    over: 'Je telefoongesprek is voorbij',
    bill: /Je gesprek is beëindigd: \d+:\d\d minuten, €\s\d,\d\d\./,
    goOn: 'Kijk verder op je gesprek',
  },
  {
    lang: 'en',
    path: '/en',
    pay: 'Pay by phone',
    tariff: /€0\.80 a minute/,
    ask: 'Show number and code',
    simulator: 'Open the test telephone',
    dial: 'Call 0906 - 0061',
    enter: 'Enter the code',
    wrong: 'Invalid pin code.',
    right: 'The code is right.',
    hangUp: 'Hang up',
    name: 'Name',
    use: 'Use this name',
    price: /€0\.80\/min by phone/,
    write: 'Write a message',
    send: 'Send',
    rename: /^Change your name/,
    over: 'Your phone call has ended',
    bill: /Your call has ended: \d+:\d\d minutes, €\d\.\d\d\./,
    goOn: 'Watch on with your call',
  },
] as const;
type Site = (typeof sites)[number];

/** Opens the drawer and asks for a code. */
async function askForCode(page: Page, site: Site): Promise<string> {
  await page.getByRole('region').getByRole('button', { name: site.pay }).click();
  const drawer = page.getByRole('dialog', { name: site.pay });
  await expect(drawer.getByText(site.tariff)).toBeVisible();
  await expect(drawer.getByText('0906 - 0061')).toHaveCount(0);
  await drawer.getByRole('button', { name: site.ask }).click();
  await expect(drawer.getByText('0906 - 0061')).toBeVisible();
  return (await drawer.getByTestId('code').textContent())?.trim() ?? '';
}

/** The demo's telephone, in a page of its own. */
async function dial(context: BrowserContext, site: Site): Promise<Page> {
  const phone = await context.newPage();
  await phone.goto(`/dev/phone?lang=${site.lang}`);
  await expect(phone.getByText(site.tariff)).toBeVisible();
  await phone.getByRole('button', { name: site.dial }).click();
  return phone;
}

async function enterCode(phone: Page, site: Site, code: string): Promise<void> {
  await phone.getByLabel('Code').fill(code);
  await phone.getByRole('button', { name: site.enter }).click();
}

for (const site of sites)
  test(`a guest watches and chats for as long as the call lasts (${site.lang})`, async ({
    page,
    context,
    goLive,
    baseURL,
  }) => {
    const { name: performer } = await goLive('live');
    const checkOnce = async (each: Page) => {
      if (site === sites[0]) await expectAccessible(each);
    };
    await enter(context, baseURL);
    await page.goto(`${site.path}/stream/${performer}`);
    const code = await askForCode(page, site);
    await checkOnce(page);
    await screenshot(page, `dial-in-${site.lang}`);

    const phone = await dial(context, site);
    await checkOnce(phone);
    await enterCode(phone, site, code === '0000' ? '1111' : '0000');
    await expect(phone.getByText(site.wrong)).toBeVisible();
    await enterCode(phone, site, code);
    await expect(phone.getByText(site.right)).toBeVisible();

    // The drawer goes, and a name is asked for.
    await page.bringToFront();
    const field = page.getByRole('textbox', { name: site.name, exact: true });
    await expect(field).toBeVisible();
    await expect(page.getByTestId('code')).toBeHidden();
    const name = `Zon${Date.now() % 100_000_000}`;
    await field.fill(name);
    await page.getByRole('button', { name: site.use }).click();
    // Until it has gone the dialog shows the price as well.
    await expect(field).toBeHidden();
    await expectPictures(page);
    await expect(page.getByText(site.price)).toBeVisible();
    await checkOnce(page);

    await page.getByRole('textbox', { name: site.write }).fill('Hallo!');
    await page.getByRole('button', { name: site.send }).click();
    const log = page.getByRole('log');
    await expect(log.getByText(name)).toBeVisible();

    const other = `Maan${Date.now() % 100_000_000}`;
    await page.getByRole('button', { name: site.rename }).click();
    await field.fill(other);
    await page.getByRole('button', { name: site.use }).click();
    await page.getByRole('textbox', { name: site.write }).fill('Nog eens');
    await page.getByRole('button', { name: site.send }).click();
    await expect(log.getByText(other)).toBeVisible();
    await screenshot(page, `by-phone-${site.lang}`);

    // A reload continues the call.
    await page.reload();
    await expectPictures(page);

    await page.getByRole('textbox', { name: site.write }).pressSequentially('Ik wilde nog');
    await phone.bringToFront();
    await phone.getByRole('button', { name: site.hangUp }).click();
    await page.bringToFront();
    await expect(page.getByRole('heading', { name: site.over })).toBeVisible();
    await expect(page.getByText(site.bill)).toBeVisible();
    await checkOnce(page);
    // What it was is no longer: the way back is another call, or an account.
    await expect(page.getByRole('region').getByRole('button', { name: site.pay })).toBeVisible();
    await expect(page.getByRole('button', { name: site.goOn })).toBeHidden({ timeout: 10_000 });
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the number can be called from the page, which goes on when one is back', async ({
    page,
    context,
    goLive,
    baseURL,
  }) => {
    const [site] = sites;
    const { name: performer } = await goLive('live');
    await enter(context, baseURL);
    await page.goto(`/stream/${performer}`);
    const code = await askForCode(page, site);
    await expect(page.getByRole('link', { name: 'Bel nu' })).toHaveAttribute('href', `tel:09060061,,${code}`);
    await screenshot(page, 'dial-in-phone');
    const phone = await dial(context, site);
    await enterCode(phone, site, code);
    await page.bringToFront();
    await expect(page.getByRole('textbox', { name: site.name, exact: true })).toBeVisible();
    await phone.getByRole('button', { name: site.hangUp }).click();
  });
});

test('the product is killed during the call: it is settled when it is back', { tag: '@fault' }, async ({
  page,
  context,
  goLive,
  baseURL,
  product,
  allowConsole,
}) => {
  // The page loses its server on purpose.
  allowConsole(/.*/);
  const [site] = sites;
  const { name: performer } = await goLive('live');
  await enter(context, baseURL);
  await page.goto(`/stream/${performer}`);
  const code = await askForCode(page, site);
  const phone = await dial(context, site);
  await enterCode(phone, site, code);
  await page.getByRole('textbox', { name: site.name, exact: true }).fill(`Ster${Date.now() % 100_000_000}`);
  await page.getByRole('button', { name: site.use }).click();
  await expectPictures(page);
  await product.end('SIGKILL');
  await product.start();
  // A stage forgets who was on air.
  await goLive('live', performer);
  await phone.reload();
  await phone.getByRole('button', { name: site.hangUp }).click();
  await page.reload();
  await expect(page.getByRole('region').getByRole('button', { name: site.pay })).toBeVisible({
    timeout: 30_000,
  });
  await product.end('SIGTERM');
  expect((await product.books()).faults).toEqual([]);
  await product.start();
});
