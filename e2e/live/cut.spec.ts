import { type BrowserContext, expect, type Page } from '@playwright/test';
import { URI } from 'otpauth';
import { expectAccessible } from '../support/accessible.ts';
import { withoutCast } from '../support/live/options.ts';
import { accountsOf } from '../support/members.ts';
import { addressOf, linkedPerformer } from '../support/operators.ts';
import { pathIn, readMail } from '../support/outbox.ts';
import { screenshot } from '../support/page.ts';
import { creditsOf, enter, expectPictures, lastReceiptOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const { username: PERFORMER, email: PERFORMER_EMAIL } = linkedPerformer;
const STATEMENT = 'Om 21.05 uur was een regel van het huis overtreden.';

test.use(withoutCast);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** A performer who is live from her browser. */
async function studioOf(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/studio/login?next=%2Fstudio%2Flive');
  await page.getByLabel('Performernaam').fill(PERFORMER);
  await page.getByLabel('Wachtwoord', { exact: true }).fill('Studio1234');
  await button(page, 'Inloggen').click();
  await button(page, 'Camera en microfoon openen').click();
  await button(page, 'Repetitie starten').click();
  await button(page, 'Live met betaalde chat').click();
  await expect(page.locator('[data-band]').first()).toContainText('LIVE');
  return page;
}

/** An operator who has set up the access with the link of the mail. */
async function deskOf(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(pathIn(await readMail(page.request, addressOf('otto'))));
  const uri = (await page.locator('a[href^="otpauth:"]').getAttribute('href')) ?? '';
  await page.locator('[name=newPassword]').fill('verwegvanzee7');
  await page.locator('[name=repeatNewPassword]').fill('verwegvanzee7');
  await page.locator('[name=code]').fill(URI.parse(uri).generate());
  await page.locator('main form button[type=submit]').click();
  await expect(page).toHaveURL(/\/desk$/);
  return page;
}

test('an operator watches a stream unseen and cuts it, and both sides learn why @embedded', {
  tag: '@main',
}, async ({ newPerson, product }) => {
  const studio = await studioOf(await newPerson());
  const member = await newPerson();
  await enter(member, product.url, accountsOf('cut').rich);
  const before = await creditsOf(member);
  const watching = await member.newPage();
  await watching.goto(`/stream/${PERFORMER}`);
  await button(watching, 'Start voor 60 credits per minuut').click();
  await expectPictures(watching);

  const desk = await deskOf(await newPerson());
  await desk.getByRole('link', { name: 'Live', exact: true }).click();
  const tile = desk.getByRole('link', { name: new RegExp(`${PERFORMER}.*Betaald · 1 kijker`) });
  await expect(tile.locator('img')).toBeVisible();
  await expectAccessible(desk);
  await screenshot(desk, 'desk-live');
  await tile.click();
  await expectPictures(desk);
  const band = studio.locator('[data-band]').first();
  await expect(band).toContainText('1 kijker');
  await expect(desk.getByRole('heading', { name: 'Kijkers (1)' })).toBeVisible();
  await expectAccessible(desk);

  // Two keys.
  await desk.keyboard.press('x');
  await expect(button(desk, 'Stop de stream')).toBeFocused();
  await screenshot(desk, 'desk-cut');
  await desk.keyboard.press('Enter');
  await expect(desk.getByText('Gestopt: Tegen de huisregels.')).toBeVisible();
  await expect(
    watching.getByRole('heading', { name: 'De moderatie heeft deze stream gestopt: tegen de huisregels' }),
  ).toBeVisible();
  await expect(studio.getByText(/De moderatie heeft je stream gestopt: tegen de huisregels/)).toBeVisible();
  const { reason, total } = (await lastReceiptOf(member)) ?? {};
  expect(reason).toBe('cut-rules');
  // Her broadcast has ended too, and a new one is refused.
  await button(studio, 'Repetitie starten').click();
  await expect(studio.getByText('De beheerder heeft je kamer gesloten.').first()).toBeVisible();
  expect(await creditsOf(member)).toBe(before - (total ?? 0));

  await desk.getByLabel('Grond').selectOption('rules-people');
  await desk.getByLabel('Feiten').fill(STATEMENT);
  await button(desk, 'Motiveer').click();
  await expect(desk.getByRole('heading', { name: 'De motivering ontbreekt' })).toHaveCount(0);
  const mail = async () => (await readMail(desk.request, PERFORMER_EMAIL)).text;
  await expect.poll(mail).toContain(STATEMENT);
  // The appeal is in desk.spec.ts.
  expect(await mail()).toMatch(/https?:\S+\/appeal/);
});
