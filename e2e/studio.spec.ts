import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addAuthenticator, offerNothing } from './support/authenticator.ts';
import { accountsOf } from './support/members.ts';
import { alive, screenshot } from './support/page.ts';
import { enter } from './support/people.ts';
import { photoFile, photoWidth } from './support/photo.ts';
import { createOwnProduct, type OwnProduct } from './support/product.ts';
import { expect, test } from './support/test.ts';

let product: OwnProduct;
test.beforeAll(async () => {
  product = await createOwnProduct({ environment: { DEMO_CAST: 'false' } });
  await product.start();
});
test.afterAll(() => product.remove());

const field = (page: Page) => page.getByRole('textbox', { name: 'Schrijf een bericht' });
const message = (page: Page, text: string) => page.locator('[data-owner]').filter({ hasText: text });

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

async function logIn(page: Page, performer: string, next: string): Promise<void> {
  await page.goto(`/studio/login?next=${encodeURIComponent(next)}`);
  await page.getByLabel('Performernaam').fill(performer);
  await page.getByLabel('Wachtwoord', { exact: true }).fill('Studio1234');
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click();
}

test('a performer reads and answers a member’s message in the studio, and sends a photo', async ({
  newPerson,
}) => {
  const site = { baseURL: product.url };
  const member = await newPerson(site);
  await enter(member, product.url, accountsOf('messenger-studio').rich);
  const anna = await member.newPage();
  await anna.goto('/messenger/Ruben');
  await alive(anna);
  await write(anna, 'Dag Ruben');
  await expect(message(anna, 'Dag Ruben')).toContainText('Verstuurd');

  const ruben = await (await newPerson(site)).newPage();
  await logIn(ruben, 'Ruben', '/studio/messages');
  const section = ruben.getByRole('link', { name: /^Berichten/ });
  await expect(section).toHaveAccessibleName('Berichten 1 ongelezen bericht');
  await alive(ruben);
  const row = ruben.getByRole('link', { name: /rich-messenger-studio/ });
  await expect(row).toContainText('Dag Ruben');
  await expectAccessible(ruben);
  await row.click();
  await expect(ruben).toHaveURL(/\/studio\/messages\/\d+$/);
  await expect(
    ruben.getByText('Een bericht van een lid dat je beantwoordt, levert je 60 credits op.'),
  ).toBeVisible();
  await expect(section).toHaveAccessibleName('Berichten');
  await expect(message(anna, 'Dag Ruben')).toContainText('Gelezen');

  await field(ruben).pressSequentially('Dag!');
  await expect(anna.getByText('Ruben schrijft…')).toBeVisible();
  await field(ruben).press('Enter');
  await expect(message(anna, 'Dag!')).toBeVisible();
  await expect(message(ruben, 'Dag!')).toContainText('Gelezen');
  await write(anna, 'Tot morgen');
  await expect(message(ruben, 'Tot morgen')).toBeVisible();

  await ruben.getByRole('button', { name: 'Foto versturen' }).click();
  const dialog = ruben.getByRole('dialog', { name: 'Foto versturen' });
  await dialog.locator('[data-photo-input]').setInputFiles(await photoFile('teal'));
  await dialog.getByRole('button', { name: 'Foto versturen' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => photoWidth(ruben, 'Jouw foto')).toBe(1600);
  await expect(anna.getByText('Foto bekijken')).toBeVisible();
  await expectAccessible(ruben);
  await screenshot(ruben, 'studio-messages');

  await field(ruben).fill('Nog niet af');
  await ruben.reload();
  await expect(field(ruben)).toHaveValue('Nog niet af');
  await ruben.getByRole('button', { name: 'Uitloggen' }).click();
  await expect(ruben).toHaveURL(/\/studio\/login/);
  const kept = await ruben.evaluate(() => Object.keys(sessionStorage));
  expect(kept.filter((key) => key.startsWith('studio:'))).toEqual([]);
});

test('a performer logs in with a passkey, which the members’ login refuses without forgetting it', async ({
  newPerson,
  allowConsole,
}) => {
  // A refused login answers 400.
  allowConsole(/400/);
  const context = await newPerson({ baseURL: product.url });
  await enter(context, product.url);
  await offerNothing(context);
  const page = await context.newPage();
  const device = await addAuthenticator(page);
  await logIn(page, 'Sofie', '/studio/account');
  const section = page.getByRole('region', { name: 'Passkeys', exact: true });
  await section.getByRole('button', { name: 'Passkey toevoegen' }).click();
  await section.getByLabel('Je huidige wachtwoord', { exact: true }).fill('Studio1234');
  await section.getByRole('button', { name: 'Verder' }).click();
  await expect(page.getByText(/is toegevoegd/)).toBeVisible();
  // The header covers a part of what is scrolled below it, which axe counts as small.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  await screenshot(page, 'studio-passkeys');

  await page.getByRole('button', { name: 'Uitloggen' }).click();
  const button = page.getByRole('button', { name: 'Verder met een passkey' });
  await expect(button).toBeVisible();
  await expectAccessible(page);
  await screenshot(page, 'studio-login');
  await button.click();
  await expect(page).toHaveURL('/studio');

  await page.goto('/login');
  await button.click();
  await expect(
    page.getByText('Deze passkey werd niet geaccepteerd. Log in met je wachtwoord.'),
  ).toBeVisible();
  expect(await device.kept()).toHaveLength(1);

  await page.goto('/studio/account');
  await expect(section.getByText(/Laatst gebruikt op/)).toBeVisible();
  await section.scrollIntoViewIfNeeded();
  await expect(section.locator('astro-island[ssr]')).toHaveCount(0);
  await section.getByRole('button', { name: /^Verwijderen/ }).click();
  await section.getByRole('button', { name: 'Ja, verwijderen' }).click();
  await expect(section.getByText('Je hebt nog geen passkey.')).toBeVisible();
});

test('a performer edits her page: a text, a portrait and an album with two pictures, and a visitor sees them', async ({
  newPerson,
}) => {
  const site = { baseURL: product.url };
  const femke = await (await newPerson(site)).newPage();
  await logIn(femke, 'Femke', '/studio/profile');
  await femke.getByLabel('Motto').fill('Elke dag een goede dag');
  await femke.getByLabel('Geluksgetal').fill('7');
  // The button of another section: what was typed above is saved as well.
  await femke.getByRole('button', { name: 'Opslaan' }).last().click();
  await expect(femke.getByLabel('Motto')).toHaveValue('Elke dag een goede dag');

  await femke.getByRole('link', { name: 'Foto’s', exact: true }).click();
  const portrait = femke.getByRole('region', { name: 'Portret', exact: true });
  await portrait.locator('input[type=file]').setInputFiles(await photoFile('teal'));
  await portrait.getByRole('button', { name: 'Toevoegen' }).click();
  await expect(portrait.getByText('Toegevoegd.')).toBeVisible();
  /** Without the signature, which is another one for visitors. */
  const [shown] =
    /^\/images\/p\d+-\w+/.exec((await portrait.getByRole('img').getAttribute('src')) ?? '') ?? [];
  expect(shown).toBeDefined();

  await femke.getByLabel('Titel (Nederlands)').last().fill('Aan zee');
  await femke.getByRole('button', { name: 'Album toevoegen' }).click();
  const album = femke.getByRole('region', { name: 'Aan zee', exact: true });
  const input = album.getByLabel('Foto’s toevoegen');
  await input.setInputFiles([
    { name: 'text.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
  ]);
  await expect(album.getByText(/Kies een foto als JPG/)).toBeVisible();
  await input.setInputFiles([await photoFile('orange'), await photoFile('purple')]);
  await album.getByRole('button', { name: 'Toevoegen', exact: true }).first().click();
  await expect(album.getByText('2 foto’s toegevoegd.')).toBeVisible();
  await expect(album.getByRole('listitem').filter({ hasText: 'Alleen na de leeftijdsvraag' })).toHaveCount(2);
  await femke.evaluate(() => scrollTo(0, 0));
  await expectAccessible(femke);
  await screenshot(femke, 'studio-pictures');
  await femke.getByRole('link', { name: 'Bekijk je profiel zoals bezoekers het zien' }).click();
  await expect(femke.getByText('Alleen jij ziet deze pagina')).toBeVisible();
  await expectAccessible(femke);

  const visitor = await newPerson(site);
  await enter(visitor, product.url);
  const page = await visitor.newPage();
  await page.goto('/profile/Femke');
  await expect(page.getByText('Elke dag een goede dag')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Aan zee' })).toBeVisible();
  const added = page.locator('article div').filter({ has: page.locator('> h3', { hasText: 'Aan zee' }) });
  await expect(added.locator('[data-gallery-item]')).toHaveCount(2);
  await expect(page.locator('article img[alt="Femke"]').first()).toHaveAttribute(
    'src',
    new RegExp(`^${shown}\\.`),
  );
});
