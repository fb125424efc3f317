import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { linkIn, readMail } from './support/outbox.ts';
import { performersIn } from './support/people.ts';
import { screenshot } from './support/screenshot.ts';
import { expect, test } from './support/test.ts';

const sites = [
  {
    lang: 'nl',
    home: '/',
    prefix: '',
    backTo: 'Terug naar',
    adult: 'Ik ben 18 of ouder',
    open: 'Gratis aanmelden',
    email: 'E-mailadres',
    password: 'Wachtwoord',
    show: 'Wachtwoord tonen',
    terms: /^Ik ben 18 of ouder en ga akkoord/,
    submit: 'Account maken',
    noEmail: 'Vul je e-mailadres in.',
    noDigit: 'Gebruik minstens één cijfer.',
    noTerms: 'Zet een vinkje om verder te gaan.',
    taken: /Er is al een account met dit e-mailadres/,
    checkMail: 'Check je mail',
    resend: 'Mail opnieuw sturen',
    resent: 'Mail verstuurd',
    verified: 'Je e-mailadres is bevestigd',
    confirm: 'Bevestig mijn e-mailadres',
    used: 'Deze link is al gebruikt',
    otherTab: 'Je andere tabblad gaat al verder. Dit tabblad kun je sluiten.',
    toHome: 'Naar Vonk',
    credits: '120 credits',
  },
  {
    lang: 'en',
    home: '/en',
    prefix: '/en',
    backTo: 'Back to',
    adult: 'I am 18 or older',
    open: 'Sign up for free',
    email: 'E-mail address',
    password: 'Password',
    show: 'Show password',
    terms: /^I am 18 or older and agree/,
    submit: 'Create account',
    noEmail: 'Enter your e-mail address.',
    noDigit: 'Use at least one digit.',
    noTerms: 'Tick the box to go on.',
    taken: /There already is an account with this e-mail address/,
    checkMail: 'Check your mail',
    resend: 'Send the mail again',
    resent: 'Mail sent',
    verified: 'Your e-mail address is confirmed',
    confirm: 'Confirm my e-mail address',
    used: 'This link was already used',
    otherTab: 'Your other tab has gone on already. You can close this one.',
    toHome: 'Go to Vonk',
    credits: '120 credits',
  },
] as const;
type Site = (typeof sites)[number];

/** An open dialog hides the rest of the page from assistive technology, and so from a search by role. */
const header = (page: Page) => page.locator('header').first();

let people = 0;
const newAddress = () => `sign-up-${process.pid}-${Date.now()}-${++people}@example.com`;
const password = 'Plein-16';

async function openRegister(page: Page, site: Site, path: string = site.home): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: site.adult }).click();
  await page.getByRole('banner').getByRole('link', { name: site.open }).click();
  await expect(page.getByRole('dialog', { name: site.open })).toBeVisible();
}

async function fill(page: Page, site: Site, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(site.email).fill(email);
  await dialog.getByLabel(site.password, { exact: true }).fill(password);
  await dialog.getByRole('checkbox').check();
}

async function signUp(page: Page, site: Site, path?: string): Promise<string> {
  const email = newAddress();
  await openRegister(page, site, path);
  await fill(page, site, email);
  await page.getByRole('button', { name: site.submit }).click();
  await expect(page.getByRole('dialog', { name: site.checkMail })).toBeVisible();
  return email;
}

for (const site of sites) {
  test.describe(site.lang, () => {
    test('signing up sends a mail whose link brings the welcome credits to the page that is still open', async ({
      page,
      context,
      request,
    }) => {
      const email = await signUp(page, site);
      await expect(page.getByRole('dialog')).toContainText(email);
      await screenshot(page, `registration-confirmation-${site.lang}`);
      const link = linkIn(await readMail(request, email));

      const tab = await context.newPage();
      await tab.goto(link);
      await expect(tab.getByRole('heading', { name: site.verified })).toBeVisible();
      await expectAccessible(tab);

      await expect(header(page)).toContainText(site.credits);
      await expect(page.getByRole('dialog', { name: site.verified })).toBeVisible();
      // The page that goes on by itself is the first choice, the link in the mail's tab the second.
      await expect(tab.getByText(site.otherTab)).toBeVisible();
      await expect(tab.getByRole('link', { name: site.toHome })).toHaveClass(/btn-quiet/);
      await screenshot(tab, `activated-${site.lang}`);

      await tab.goto(link);
      await expect(tab.getByRole('heading', { name: site.used })).toBeVisible();
    });

    test('who signs up on a performer’s page is led back there by the mail, in another browser too', async ({
      page,
      context,
      newPerson,
      request,
    }) => {
      const [performer = ''] = await performersIn(context, 'offline');
      const path = `${site.prefix}/stream/${performer}`;
      const email = await signUp(page, site, path);
      const link = linkIn(await readMail(request, email));

      const elsewhere = await (await newPerson()).newPage();
      await elsewhere.goto(link);
      await expect(elsewhere.getByRole('heading', { name: site.verified })).toBeVisible();
      await screenshot(elsewhere, `activated-at-performer-${site.lang}`);
      await expect(elsewhere.getByText(site.otherTab)).toHaveCount(0);
      await elsewhere.getByRole('link', { name: `${site.backTo} ${performer}` }).click();
      await elsewhere.waitForURL((url) => url.pathname === path);
      await expect(elsewhere.getByRole('heading', { level: 1, name: performer })).toBeAttached();
    });

    test('the form says what is missing beside each field and keeps what was typed', async ({ page }) => {
      await openRegister(page, site);
      const dialog = page.getByRole('dialog');
      await expectAccessible(page);
      await screenshot(page, `register-${site.lang}`);

      await page.getByRole('button', { name: site.submit }).click();
      await expect(dialog.getByText(site.noEmail)).toBeVisible();
      await expect(dialog.getByText(site.noTerms)).toBeVisible();
      await expect(dialog.getByLabel(site.email)).toBeFocused();
      await screenshot(page, `register-faults-${site.lang}`);

      await dialog.getByLabel(site.password, { exact: true }).fill('onlyletters');
      await dialog.getByRole('button', { name: site.show }).click();
      await expect(dialog.getByLabel(site.password, { exact: true })).toHaveAttribute('type', 'text');
      await dialog.getByLabel(site.password, { exact: true }).press('Enter');
      await expect(dialog.getByText(site.noDigit)).toBeVisible();
      await expect(dialog.getByLabel(site.password, { exact: true })).toHaveValue('onlyletters');
    });
  });
}

test('the link verifies in another browser without script, and a program that only opens it burns nothing', async ({
  page,
  newPerson,
  request,
}) => {
  const [, site] = sites;
  const email = await signUp(page, site);
  const link = linkIn(await readMail(request, email));
  await request.get(link);
  await request.get(link);

  const plain = await (await newPerson({ javaScriptEnabled: false })).newPage();
  await plain.goto(link);
  await plain.getByRole('button', { name: site.confirm }).click();
  await expect(plain.getByRole('heading', { name: site.verified })).toBeVisible();
  await expect(header(page)).toContainText(site.credits);
});

test('an address that has an account is told so', async ({ page }) => {
  const [site] = sites;
  await openRegister(page, site);
  await fill(page, site, 'demo@example.com');
  await page.getByRole('button', { name: site.submit }).click();
  await expect(page.getByRole('dialog').getByText(site.taken)).toBeVisible();
  await expect(page.getByLabel(site.email)).toHaveValue('demo@example.com');
});

test('the mail is sent once more on request, and the button says so for a while', async ({
  page,
  request,
}) => {
  const [site] = sites;
  const email = await signUp(page, site);
  const first = await readMail(request, email);
  await page.getByRole('button', { name: site.resend }).click();
  await expect(page.getByRole('button', { name: site.resent })).toBeDisabled();
  await expect.poll(async () => linkIn(await readMail(request, email))).not.toBe(linkIn(first));
});
