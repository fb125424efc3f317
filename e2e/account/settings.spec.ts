import type { Page } from '@playwright/test';
import { pathOf } from '#contract/endpoint.ts';
import { deleteMember, register } from '#contract/member/account/account-calls.ts';
import { expectAccessible } from '../support/accessible.ts';
import { renderedAnew } from '../support/console.ts';
import { linkIn, readMail } from '../support/outbox.ts';
import { screenshot } from '../support/page.ts';
import { enter } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const old = 'Plein-16';
const fresh = 'Gracht-17';
let people = 0;
const newAddress = () => `settings-${process.pid}-${Date.now()}-${++people}@example.com`;

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('P2.17 P2.63 P2.69 P2.116 P2.117 P2.119 a member changes every setting in both languages and deletes the account', async ({
  context,
  page,
  request,
  baseURL,
}) => {
  const [email, next] = [newAddress(), newAddress()];
  const headers = { 'api-key': 'vonk-web', origin: baseURL ?? '', 'x-lang': 'nl' };
  await context.request.post(pathOf(register), { headers, data: { email, password: old } });
  await enter(context, baseURL, email, old);

  // Opens the settings from the menu by keyboard.
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

  // Chooses one of three available usernames.
  const names = section(page, 'Gebruikersnaam');
  const chips = names.getByRole('group').getByRole('button');
  await expect(chips).toHaveCount(3);
  await page.setViewportSize({ width: 390, height: 844 });
  // All sections of the settings are visible with their whole names.
  const sections = page.getByRole('navigation', { name: 'Onderdelen van je instellingen' }).getByRole('link');
  expect(await sections.count()).toBeGreaterThan(2);
  for (const link of await sections.all()) await expect(link).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await screenshot(page, 'settings-nl');
  await chips.first().click();
  await names.getByRole('textbox').press('Enter');
  await expect(names.getByText(/^Anderen zien je als/)).toBeVisible();

  // Changes the address, which takes effect when the link of its mail is opened.
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
  // The open page is updated.
  await expect(page.getByText(`Je logt in met ${next}.`)).toBeVisible();

  // The section lists the mails and which of them are optional, such as those about messages.
  const mails = section(page, 'Mails');
  await expect(mails).toContainText('Reclame sturen we niet.');
  await expect(mails.getByRole('listitem')).toHaveText([/^Je account\./, /^Je veiligheid\./]);
  await expect(mails.getByRole('checkbox')).toHaveCount(1);
  await expect(mails.getByRole('checkbox', { name: 'Mail me als er een nieuw bericht is' })).toBeChecked();
  await expect(section(page, 'Meldingen in deze browser')).toHaveCount(1);

  // Changes the password, in English.
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
  await screenshot(page, 'settings-en');

  // Changes the language of the mails, which persists over a reload.
  await section(page, 'Language').getByRole('radio', { name: 'English' }).check();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(section(page, 'Language').getByRole('radio', { name: 'English' })).toBeChecked();

  // Sets a limit.
  await page.getByRole('link', { name: 'Limits' }).click();
  const day = page.locator('form').filter({ has: page.getByRole('heading', { name: 'A day' }) });
  await expect(day).toContainText('No limit now. 0 credits spent.');
  await day.getByLabel('Credits (empty: no limit)').fill('1000');
  await day.getByRole('button', { name: 'Save A day' }).click();
  await expect(day).toContainText('Now 1,000 credits, about');
  await expect(day.getByRole('status')).toHaveText('Saved.');

  const login = { username: next, password: fresh };
  const answer = await request.post('/api/member/login', { headers, data: login });
  expect(answer.status()).toBe(200);

  // Mails are in the chosen language and go to the new address.
  const removed = await context.request.delete(pathOf(deleteMember), { headers });
  expect(removed.status()).toBe(200);
  await expect
    .poll(async () => (await readMail(context.request, next)).subject)
    .toBe('Your account at Vonk will be deleted');
});

/** Inserts a node beside each field as soon as it appears, like a password manager. */
function insertBesideFields(): void {
  new MutationObserver(() => {
    for (const field of document.querySelectorAll('input:not([data-known])')) {
      field.setAttribute('data-known', '');
      field.after(document.createElement('password-manager'));
    }
  }).observe(document, { childList: true, subtree: true });
}

test('settings can be used when a browser extension inserts nodes into their forms', async ({
  page,
  context,
  baseURL,
  allowConsole,
}) => {
  allowConsole(renderedAnew);
  const mentioned = page.waitForEvent('console', (line) => renderedAnew.test(line.text()));
  const email = newAddress();
  const headers = { 'api-key': 'vonk-web', origin: baseURL ?? '', 'x-lang': 'en' };
  await context.request.post(pathOf(register), { headers, data: { email, password: old } });
  await enter(context, baseURL, email, old);
  await page.addInitScript(insertBesideFields);
  await page.goto('/en/settings');
  await mentioned;
  const names = section(page, 'Username');
  await names.getByRole('textbox').fill('Managed_1');
  await names.getByRole('textbox').press('Enter');
  await expect(names.getByText('Others see you as Managed_1.')).toBeVisible();
});
