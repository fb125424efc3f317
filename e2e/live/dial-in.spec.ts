import { expect, test } from '../support/live/journey.ts';
import { screenshot } from '../support/page.ts';
import { enter, expectPictures, performersIn } from '../support/people.ts';

test('a guest who pays by phone watches and chats until the call is hung up', { tag: '@embedded' }, async ({
  page,
  context,
  baseURL,
}) => {
  const [performer = ''] = await performersIn(context, 'live');
  await enter(context, baseURL);
  await page.goto(`/stream/${performer}`);
  const payByPhone = page.getByRole('region').getByRole('button', { name: 'Betaal per telefoon' });
  await payByPhone.click();
  const drawer = page.getByRole('dialog', { name: 'Betaal per telefoon' });
  await drawer.getByRole('button', { name: 'Toon nummer en code' }).click();
  const code = (await drawer.getByTestId('code').textContent())?.trim() ?? '';

  const phone = await context.newPage();
  await phone.goto('/dev/phone?lang=nl');
  await phone.getByRole('button', { name: 'Bel 0906 - 0061' }).click();
  await phone.getByLabel('Code').fill(code);
  await phone.getByRole('button', { name: 'Toets de code in' }).click();
  await expect(phone.getByText('De code klopt.')).toBeVisible();

  await page.bringToFront();
  const name = `Zon${Date.now() % 100_000_000}`;
  await page.getByRole('textbox', { name: 'Naam', exact: true }).fill(name);
  await page.getByRole('button', { name: 'Gebruik deze naam' }).click();
  await expectPictures(page);
  await expect(page.getByText(/€\s0,80\/min per telefoon/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Schrijf een bericht' }).fill('Hallo!');
  await page.getByRole('button', { name: 'Verstuur' }).click();
  await expect(page.getByRole('log').getByText(name)).toBeVisible();

  // A reload continues the call.
  await page.reload();
  await expectPictures(page);
  await phone.bringToFront();
  await phone.getByRole('button', { name: 'Ophangen' }).click();
  await page.bringToFront();
  await expect(page.getByRole('heading', { name: 'Je telefoongesprek is voorbij' })).toBeVisible();
  await expect(page.getByText(/Je gesprek is beëindigd: \d+:\d\d minuten, €\s\d,\d\d\./)).toBeVisible();
  await screenshot(page, 'phone-over');
  await expect(payByPhone).toBeVisible();
  await expect(page.getByRole('button', { name: 'Kijk verder op je gesprek' })).toBeHidden();
});
