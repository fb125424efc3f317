import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { followBeats } from '../support/live/journey.ts';
import { screenshot } from '../support/page.ts';
import { enter, expectPictures } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const tariff = /€\s0,80 per minuut/;

/** Opens the drawer, requests a code and returns it. */
async function askForCode(page: Page): Promise<string> {
  await page.getByRole('region').getByRole('button', { name: 'Betaal per telefoon' }).click();
  const drawer = page.getByRole('dialog', { name: 'Betaal per telefoon' });
  await expect(drawer.getByText(tariff)).toBeVisible();
  await expect(drawer.getByText('0906 - 0061')).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Toon nummer en code' }).click();
  await expect(drawer.getByText('0906 - 0061')).toBeVisible();
  return (await drawer.getByTestId('code').textContent())?.trim() ?? '';
}

/** The demo's telephone in a separate page. */
async function dial(context: BrowserContext): Promise<Page> {
  const phone = await context.newPage();
  await phone.goto('/dev/phone?lang=nl');
  await expect(phone.getByText(tariff)).toBeVisible();
  await phone.getByRole('button', { name: 'Bel 0906 - 0061' }).click();
  return phone;
}

async function enterCode(phone: Page, code: string): Promise<void> {
  await phone.getByLabel('Code').fill(code);
  await phone.getByRole('button', { name: 'Toets de code in' }).click();
}

test('P3.30 L1.1 L2.5 L2.6 L4.18 L6.1 L7.13 a guest watches and chats for as long as the call lasts', {
  tag: '@main',
}, async ({ page, context, goLive, baseURL }) => {
  const { name: performer } = await goLive('live');
  await enter(context, baseURL);
  await page.goto(`/stream/${performer}`);
  const code = await askForCode(page);
  await expectAccessible(page);
  await screenshot(page, 'dial-in');

  const phone = await dial(context);
  await expectAccessible(phone);
  await enterCode(phone, code === '0000' ? '1111' : '0000');
  await expect(phone.getByText('Ongeldige pincode.')).toBeVisible();
  await enterCode(phone, code);
  await expect(phone.getByText('De code klopt.')).toBeVisible();

  // The drawer closes, and a dialog asks for a name.
  await page.bringToFront();
  const field = page.getByRole('textbox', { name: 'Naam', exact: true });
  await expect(field).toBeVisible();
  await expect(page.getByTestId('code')).toBeHidden();
  const name = `Zon${Date.now() % 100_000_000}`;
  await field.fill(name);
  await page.getByRole('button', { name: 'Gebruik deze naam' }).click();
  // The dialog shows the price as well until it closes.
  await expect(field).toBeHidden();
  await expectPictures(page);
  await expect(page.getByText(/€\s0,80\/min per telefoon/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('textbox', { name: 'Schrijf een bericht' }).fill('Hallo!');
  await page.getByRole('button', { name: 'Verstuur' }).click();
  const log = page.getByRole('log');
  await expect(log.getByText(name)).toBeVisible();

  const other = `Maan${Date.now() % 100_000_000}`;
  await page.getByRole('button', { name: /^Wijzig je naam/ }).click();
  await field.fill(other);
  await page.getByRole('button', { name: 'Gebruik deze naam' }).click();
  await page.getByRole('textbox', { name: 'Schrijf een bericht' }).fill('Nog eens');
  await page.getByRole('button', { name: 'Verstuur' }).click();
  await expect(log.getByText(other)).toBeVisible();
  await screenshot(page, 'by-phone');

  // A reload continues the call.
  await page.reload();
  await expectPictures(page);

  await page.getByRole('textbox', { name: 'Schrijf een bericht' }).pressSequentially('Ik wilde nog');
  await phone.bringToFront();
  await phone.getByRole('button', { name: 'Ophangen' }).click();
  await page.bringToFront();
  await expect(page.getByRole('heading', { name: 'Je telefoongesprek is voorbij' })).toBeVisible();
  await expect(page.getByText(/Je gesprek is beëindigd: \d+:\d\d minuten, €\s\d,\d\d\./)).toBeVisible();
  await expectAccessible(page);
  // After the call has ended, another call or an account is needed.
  await expect(page.getByRole('region').getByRole('button', { name: 'Betaal per telefoon' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Kijk verder op je gesprek' })).toBeHidden({
    timeout: 10_000,
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('L4.16 the number can be called from the page, which continues afterwards', async ({
    page,
    context,
    goLive,
    baseURL,
  }) => {
    const { name: performer } = await goLive('live');
    await enter(context, baseURL);
    await page.goto(`/stream/${performer}`);
    const code = await askForCode(page);
    await expect(page.getByRole('link', { name: 'Bel nu' })).toHaveAttribute('href', `tel:09060061,,${code}`);
    await screenshot(page, 'dial-in-phone');
    const phone = await dial(context);
    await enterCode(phone, code);
    await page.bringToFront();
    await expect(page.getByRole('textbox', { name: 'Naam', exact: true })).toBeVisible();
    await phone.getByRole('button', { name: 'Ophangen' }).click();
  });
});

test('a call is settled after the product was killed during it', { tag: '@fault' }, async ({
  page,
  context,
  goLive,
  baseURL,
  product,
  allowConsole,
}) => {
  // The page loses its server intentionally.
  allowConsole(/.*/);
  const { name: performer } = await goLive('live');
  const nextBeat = followBeats(page);
  await enter(context, baseURL);
  await page.goto(`/stream/${performer}`);
  const code = await askForCode(page);
  const phone = await dial(context);
  await enterCode(phone, code);
  await page.getByRole('textbox', { name: 'Naam', exact: true }).fill(`Ster${Date.now() % 100_000_000}`);
  await page.getByRole('button', { name: 'Gebruik deze naam' }).click();
  await expectPictures(page);
  // Each reports media, for which the performer earns credits.
  await nextBeat();
  await nextBeat();
  await product.end('SIGKILL');
  await product.start();
  // A restarted stage has no publishers.
  await goLive('live', performer);
  await phone.reload();
  await phone.getByRole('button', { name: 'Ophangen' }).click();
  await page.reload();
  await expect(page.getByRole('region').getByRole('button', { name: 'Betaal per telefoon' })).toBeVisible({
    timeout: 30_000,
  });
  await product.end('SIGTERM');
  const { faults, keys } = await product.books();
  expect(faults).toEqual([]);
  expect(keys.filter((key) => key.startsWith('dial-in:'))).toHaveLength(1);
  await product.start();
});
