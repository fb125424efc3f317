import type { Page } from '@playwright/test';
import { pathOf } from '#contract/endpoint.ts';
import { register } from '#contract/member/account-calls.ts';
import { expectAccessible } from './support/accessible.ts';
import { linkIn, readMail } from './support/outbox.ts';
import { enter } from './support/people.ts';
import { screenshot } from './support/screenshot.ts';
import { expect, test } from './support/test.ts';

const old = 'Plein-16';
const fresh = 'Gracht-17';
let people = 0;
const newAddress = () => `settings-${process.pid}-${Date.now()}-${++people}@example.com`;

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a member changes everything, in both languages', async ({ context, page, baseURL }) => {
  const [email, next] = [newAddress(), newAddress()];
  const headers = { 'api-key': 'vonk-web', origin: baseURL ?? '', 'x-lang': 'nl' };
  await context.request.post(pathOf(register), { headers, data: { email, password: old } });
  await enter(context, baseURL, email, old);

  // From the menu, by keyboard.
  await page.goto('/');
  await page.getByRole('button', { name: /Mijn account/ }).press('Enter');
  await page.getByRole('link', { name: 'Instellingen' }).press('Enter');
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
  await expect(page.getByRole('link', { name: 'Account', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByText('Je e-mailadres is nog niet bevestigd.')).toBeVisible();

  // A username, of those that are free: five, and on a phone three.
  const names = section(page, 'Gebruikersnaam');
  const chips = names.getByRole('group').getByRole('button');
  await expect(chips).toHaveCount(5);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(chips.locator('visible=true')).toHaveCount(3);
  // All that there is to set can be seen, and what it is called is whole.
  for (const link of await page
    .getByRole('navigation', { name: 'Onderdelen van je instellingen' })
    .getByRole('link')
    .all())
    await expect(link).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await screenshot(page, 'settings-nl');
  await chips.first().click();
  await names.getByRole('textbox').press('Enter');
  await expect(names.getByText(/^Anderen zien je als/)).toBeVisible();

  // A new address, which counts once its mail is followed.
  await field(page, 'Nieuw e-mailadres').fill(next);
  await field(page, 'Nieuw e-mailadres nog een keer').fill(next);
  await section(page, 'E-mailadres').getByLabel('Je huidige wachtwoord', { exact: true }).fill(old);
  await section(page, 'E-mailadres').getByRole('button', { name: 'E-mailadres wijzigen' }).click();
  await expect(page.getByText(`We stuurden een link naar ${next}.`)).toBeVisible();
  const mail = await context.newPage();
  await mail.goto(linkIn(await readMail(context.request, next)));
  await expect(mail.getByRole('heading', { level: 1 })).toHaveText('Je e-mailadres is gewijzigd');
  await expectAccessible(mail);
  await mail.close();
  // The page that stayed open hears of it.
  await expect(page.getByText(`Je logt in met ${next}.`)).toBeVisible();

  // The password, in English.
  await page.setViewportSize({ width: 1440, height: 900 });
  await section(page, 'Taal').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/\/en\/settings$/);
  const passwords = section(page, 'Password');
  await passwords.getByLabel('Your current password', { exact: true }).fill(old);
  await passwords.getByLabel('New password', { exact: true }).fill(fresh);
  await passwords.getByLabel('New password once more', { exact: true }).fill(fresh);
  await expect(passwords.getByText('(all right)')).toHaveCount(4);
  await passwords.getByLabel('New password once more', { exact: true }).press('Enter');
  await expect(
    page.getByText('Your password was changed. Log in again on your other devices.'),
  ).toBeVisible();
  await expectAccessible(page);
  await screenshot(page, 'settings-en');

  // Language of the mails, kept over a reload.
  await section(page, 'Language').getByRole('radio', { name: 'English' }).check();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(section(page, 'Language').getByRole('radio', { name: 'English' })).toBeChecked();

  const login = { username: next, password: fresh };
  const answer = await context.request.post('/api/member/login', { headers, data: login });
  expect(answer.status()).toBe(200);
});
