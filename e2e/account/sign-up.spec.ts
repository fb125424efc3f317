import type { Page } from '@playwright/test';
import { expectAccessible, inDialog } from '../support/accessible.ts';
import { linkIn, readMail } from '../support/outbox.ts';
import { screenshot } from '../support/page.ts';
import { performersIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** The words of the site in Dutch; account-life.spec.ts signs up in English. */
const site = {
  adult: 'Ik ben 18 of ouder',
  open: 'Gratis aanmelden',
  email: 'E-mailadres',
  password: 'Wachtwoord',
  submit: 'Account maken',
  checkMail: 'Check je mail',
  verified: 'Je e-mailadres is bevestigd',
  otherTab: 'Je andere tabblad gaat al verder. Dit tabblad kun je sluiten.',
} as const;

/** Found by tag, because an open dialog hides it from a search by role. */
const header = (page: Page) => page.locator('header').first();

let people = 0;
const newAddress = () => `sign-up-${process.pid}-${Date.now()}-${++people}@example.com`;
const password = 'Plein-16';

async function openRegister(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: site.adult }).click();
  await page.getByRole('banner').getByRole('link', { name: site.open }).click();
  await expect(page.getByRole('dialog', { name: site.open })).toBeVisible();
}

async function fill(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(site.email).fill(email);
  await dialog.getByLabel(site.password, { exact: true }).fill(password);
  await dialog.getByRole('checkbox').check();
}

async function signUp(page: Page, path = '/'): Promise<string> {
  const email = newAddress();
  await openRegister(page, path);
  await fill(page, email);
  await page.getByRole('button', { name: site.submit }).click();
  await expect(page.getByRole('dialog', { name: site.checkMail })).toBeVisible();
  return email;
}

test('P1.13 P2.90 P2.91 P4.12 P6.1 P7.1 P7.8 the link of the activation mail adds the welcome credits on the page that is still open', {
  tag: '@main',
}, async ({ page, context, request }) => {
  const email = await signUp(page);
  await expect(page.getByRole('dialog')).toContainText(email);
  await screenshot(page, `registration-confirmation`);
  const link = linkIn(await readMail(request, email));

  const tab = await context.newPage();
  await tab.goto(link);
  await expect(tab.getByRole('heading', { name: site.verified })).toBeVisible();
  await expectAccessible(tab);

  await expect(header(page)).toContainText('120 credits');
  await expect(page.getByRole('dialog', { name: site.verified })).toBeVisible();
  // The page that continues by itself is the first choice, so the link in the mail's tab is secondary.
  await expect(tab.getByText(site.otherTab)).toBeVisible();
  await expect(tab.getByRole('link', { name: 'Naar Vonk' })).toHaveClass(/btn-quiet/);
  await screenshot(tab, `activated`);

  await tab.goto(link);
  await expect(tab.getByRole('heading', { name: 'Deze link is al gebruikt' })).toBeVisible();
});

test('the mail of a sign-up on a performer’s page leads back there, also in another browser', async ({
  page,
  context,
  newPerson,
  request,
}) => {
  const [performer = ''] = await performersIn(context, 'offline');
  const path = `/stream/${performer}`;
  const email = await signUp(page, path);
  const link = linkIn(await readMail(request, email));

  const elsewhere = await (await newPerson()).newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('heading', { name: site.verified })).toBeVisible();
  await screenshot(elsewhere, `activated-at-performer`);
  await expect(elsewhere.getByText(site.otherTab)).toHaveCount(0);
  await elsewhere.getByRole('link', { name: `Terug naar ${performer}` }).click();
  await elsewhere.waitForURL((url) => url.pathname === path);
  await expect(elsewhere.getByRole('heading', { level: 1, name: performer })).toBeAttached();
});

test('P5.16 P5.23 the form shows errors beside each field and keeps the input', async ({ page }) => {
  await openRegister(page, '/');
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, inDialog);
  await screenshot(page, `register`);

  await page.getByRole('button', { name: site.submit }).click();
  await expect(dialog.getByText('Vul je e-mailadres in.')).toBeVisible();
  await expect(dialog.getByText('Zet een vinkje om verder te gaan.')).toBeVisible();
  await expect(dialog.getByLabel(site.email)).toBeFocused();
  await screenshot(page, `register-faults`);

  await dialog.getByLabel(site.password, { exact: true }).fill('onlyletters');
  await dialog.getByRole('button', { name: 'Wachtwoord tonen' }).click();
  await expect(dialog.getByLabel(site.password, { exact: true })).toHaveAttribute('type', 'text');
  await dialog.getByLabel(site.password, { exact: true }).press('Enter');
  await expect(dialog.getByText('Gebruik minstens één cijfer.')).toBeVisible();
  await expect(dialog.getByLabel(site.password, { exact: true })).toHaveValue('onlyletters');
});
