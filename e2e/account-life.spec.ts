import { readFileSync } from 'node:fs';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { linkIn, readMail } from './support/outbox.ts';
import { creditsOf } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** An account from its first day to its last: each part has journeys of its own, here one follows from the other. */
const nl = {
  home: '/',
  adult: 'Ik ben 18 of ouder',
  signUp: /^(Gratis aanmelden|Aanmelden)$/,
  email: 'E-mailadres',
  password: 'Wachtwoord',
  create: 'Account maken',
  checkMail: 'Check je mail',
  verified: 'Je e-mailadres is bevestigd',
  begin: 'Aan de slag',
  open: 'Credits kopen',
  wallet: 'Credits',
  bundle: /^650 credits/,
  consent: /^Ik wil mijn credits direct ontvangen/,
  buy: /^Betaal/,
  pay: 'Betalen',
  bought: 'Je credits staan klaar',
  balance: (credits: string) => `650 credits zijn bijgeschreven. Je saldo is nu ${credits} credits.`,
  keepOn: 'Verder kijken',
  failed: 'De betaling is niet gelukt',
  nothing: 'Er is niets bijgeschreven.',
  retry: 'Probeer opnieuw',
  methods: ['iDEAL', 'Creditcard', 'Bancontact', 'Sofort', 'paysafecard'],
  reasons: {
    'Mislukt (300)': 'De betaling is mislukt.',
    'Geweigerd (302)': 'De betaling is geweigerd door je bank.',
    'Verlopen (308)': 'De betaling is verlopen.',
    'Geannuleerd (309)': 'Je hebt de betaling geannuleerd.',
    'Fraudecontrole (299)': 'De betaling is tegengehouden bij de veiligheidscontrole.',
    'Onbekende reden (100)': 'De betaaldienst gaf geen reden.',
  },
  data: '/settings/data',
  download: 'Download mijn gegevens',
  remove: 'Account verwijderen…',
  lapses: (credits: string) => `Je hebt nog ${credits} credits. Die vervallen.`,
  yes: 'Ja, verwijderen',
  removed: 'Je account wordt verwijderd',
  toHome: 'Naar de homepage',
  logIn: 'Inloggen',
};
type Site = Omit<typeof nl, 'reasons'> & { reasons: Record<string, string> };

const en: Site = {
  home: '/en',
  adult: 'I am 18 or older',
  signUp: /^(Sign up for free|Sign up)$/,
  email: 'E-mail address',
  password: 'Password',
  create: 'Create account',
  checkMail: 'Check your mail',
  verified: 'Your e-mail address is confirmed',
  begin: 'Get started',
  open: 'Buy credits',
  wallet: 'Credits',
  bundle: /^650 credits/,
  consent: /^I want my credits right away/,
  buy: /^Pay/,
  pay: 'Pay',
  bought: 'Your credits are ready',
  balance: (credits: string) => `650 credits were added. Your balance is now ${credits} credits.`,
  keepOn: 'Keep watching',
  failed: 'The payment did not succeed',
  nothing: 'Nothing was added.',
  retry: 'Try again',
  methods: ['Credit card'],
  reasons: { 'Cancelled (309)': 'You cancelled the payment.' },
  data: '/en/settings/data',
  download: 'Download my data',
  remove: 'Delete account…',
  lapses: (credits: string) => `You still have ${credits} credits. They lapse.`,
  yes: 'Yes, delete',
  removed: 'Your account will be deleted',
  toHome: 'To the home page',
  logIn: 'Log in',
};

const WELCOME = 120;
const BUNDLE = 650;

const newAddress = (part: string): string => `life-${part}-${process.pid}-${Date.now()}@example.com`;

/** Behind an open dialog it is out of a search by role. */
const header = (page: Page): Locator => page.locator('header').first();

/** Follows the link of the newest mail in a tab of its own. */
async function followMail(context: BrowserContext, to: string, title: string): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(linkIn(await readMail(context.request, to)));
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(title);
  await tab.close();
}

async function signUp(page: Page, site: Site, email: string, password: string): Promise<void> {
  await page.goto(site.home);
  await page.getByRole('button', { name: site.adult }).click();
  await page.getByRole('banner').getByRole('link', { name: site.signUp }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(site.email).fill(email);
  await dialog.getByLabel(site.password, { exact: true }).fill(password);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: site.create }).click();
  await expect(page.getByRole('dialog', { name: site.checkMail })).toContainText(email);
  await followMail(page.context(), email, site.verified);
  await page.getByRole('dialog', { name: site.verified }).getByRole('button', { name: site.begin }).click();
  await expect(header(page)).toContainText(`${WELCOME} credits`);
}

const walletOf = (page: Page, site: Site): Locator => page.getByRole('dialog', { name: site.wallet });

/** As far as the provider's page, which names the method; then what happens there, and back. */
async function pay(page: Page, site: Site, { method, outcome }: Record<'method' | 'outcome', string>) {
  const wallet = walletOf(page, site);
  await wallet.getByRole('radio', { name: method }).check();
  await wallet.getByRole('checkbox', { name: site.consent }).check();
  await wallet.getByRole('button', { name: site.buy }).click();
  await page.waitForURL(/\/dev\/pay\//);
  // The sandbox has one name for each, in Dutch.
  await expect(
    page.getByRole('definition').filter({ hasText: method.replace(' card', 'card') }),
  ).toBeVisible();
  await page.getByRole('button', { name: outcome, exact: true }).click();
  await page.waitForURL((url) => url.pathname === site.home && !url.searchParams.has('payment'));
}

async function chooseBundle(page: Page, site: Site): Promise<void> {
  await header(page).getByRole('button', { name: site.open }).first().click();
  await walletOf(page, site).getByRole('button', { name: site.bundle }).click();
}

/** Fails for each reason, tries again each time, then buys by each method. Answers the balance. */
async function buyEverything(page: Page, site: Site, lang: string): Promise<number> {
  const wallet = walletOf(page, site);
  await chooseBundle(page, site);
  for (const [at, [outcome, reason]] of Object.entries(site.reasons).entries()) {
    await pay(page, site, { method: site.methods[at % site.methods.length] ?? '', outcome });
    await expect(wallet.getByText(site.failed)).toBeVisible();
    await expect(wallet.getByText(`${reason} ${site.nothing}`)).toBeVisible();
    await wallet.getByRole('button', { name: site.retry }).click();
  }
  let balance = WELCOME;
  for (const method of site.methods) {
    if (balance > WELCOME) await chooseBundle(page, site);
    await pay(page, site, { method, outcome: site.pay });
    balance += BUNDLE;
    await expect(wallet.getByText(site.bought)).toBeVisible();
    await expect(wallet.getByText(site.balance(balance.toLocaleString(lang)))).toBeVisible();
    await wallet.getByRole('button', { name: site.keepOn }).click();
  }
  await expect(header(page)).toContainText(`${balance.toLocaleString(lang)} credits`);
  return balance;
}

/** Takes the data along, reads what is lost, and goes. */
async function leave(page: Page, site: Site, { email, credits }: Record<'email' | 'credits', string>) {
  await page.goto(site.data);
  // Before that the button does nothing.
  await expect(page.locator('main astro-island[ssr]:not([client="visible"])')).toHaveCount(0);
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: site.download }).click();
  const files = unzipSync(readFileSync(await (await arriving).path()));
  expect(strFromU8(files['account.json'] ?? new Uint8Array())).toContain(email);
  await page.getByRole('button', { name: site.remove }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(site.lapses(credits));
  await dialog.getByRole('button', { name: site.yes }).click();
  await expect(dialog).toContainText(site.removed);
  await dialog.getByRole('button', { name: site.toHome }).click();
  await expect(page).toHaveURL((url) => url.pathname === site.home);
  await expect(header(page).getByRole('link', { name: site.logIn })).toBeVisible();
}

/** Logged out, with a password that is not known any more. */
async function recoverPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Mijn account' }).click();
  await page.getByRole('button', { name: 'Uitloggen' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Inloggen' }).click();
  await page.getByRole('button', { name: 'Wachtwoord vergeten?' }).click();
  await page.getByLabel('E-mailadres of gebruikersnaam').fill(email);
  await page.getByRole('button', { name: 'Stuur me een link' }).click();
  await expect(page.getByRole('dialog', { name: 'Check je mail' })).toBeVisible();
  const { request } = page.context();
  await expect.poll(async () => linkIn(await readMail(request, email))).toContain('action=resetpassword');
  await page.goto(linkIn(await readMail(request, email)));
  await page.getByLabel('Nieuw wachtwoord', { exact: true }).fill(password);
  await page.getByLabel('Nieuw wachtwoord nog een keer', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Wachtwoord opslaan' }).click();
  const done = page.getByRole('dialog', { name: 'Je wachtwoord is gewijzigd' });
  await done.getByRole('button', { name: 'Verder' }).click();
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

interface Change {
  next: string;
  password: string;
  nextPassword: string;
}

async function changeAccount(page: Page, { next, password, nextPassword }: Change): Promise<void> {
  await page.goto('/settings');
  await expect(page.locator('main astro-island[ssr]:not([client="visible"])')).toHaveCount(0);
  const names = section(page, 'Gebruikersnaam');
  await names.getByRole('group').getByRole('button').first().click();
  await names.getByRole('textbox').press('Enter');
  await expect(names.getByText(/^Anderen zien je als/)).toBeVisible();

  const address = section(page, 'E-mailadres');
  await address.getByLabel('Nieuw e-mailadres', { exact: true }).fill(next);
  await address.getByLabel('Nieuw e-mailadres nog een keer').fill(next);
  await address.getByLabel('Je huidige wachtwoord', { exact: true }).fill(password);
  await address.getByRole('button', { name: 'E-mailadres wijzigen' }).click();
  await expect(address.getByText(`We stuurden een link naar ${next}.`)).toBeVisible();
  await followMail(page.context(), next, 'Je e-mailadres is gewijzigd');
  await expect(address.getByText(`Je logt in met ${next}.`)).toBeVisible();

  const passwords = section(page, 'Wachtwoord');
  await passwords.getByLabel('Je huidige wachtwoord', { exact: true }).fill(password);
  await passwords.getByLabel('Nieuw wachtwoord', { exact: true }).fill(nextPassword);
  await passwords.getByLabel('Nieuw wachtwoord nog een keer', { exact: true }).fill(nextPassword);
  await passwords.getByLabel('Nieuw wachtwoord nog een keer', { exact: true }).press('Enter');
  await expect(
    page.getByText('Je wachtwoord is gewijzigd. Op andere apparaten log je opnieuw in.'),
  ).toBeVisible();
}

/** What is chosen counts at once, and stands there again after a reload. Mails about messages can be stopped where there are messages. */
async function changeMails(page: Page): Promise<void> {
  const mails = section(page, 'Mails');
  await expect(mails).toContainText('Reclame sturen we niet.');
  await expect(mails.getByRole('listitem')).toHaveText([/^Je account\./, /^Je veiligheid\./]);
  const kinds = ['Mail me als er een nieuw bericht is'];
  await expect(mails.getByRole('checkbox')).toHaveCount(kinds.length);
  for (const name of kinds) await expect(mails.getByRole('checkbox', { name })).toBeChecked();
  await expect(section(page, 'Meldingen in deze browser')).toHaveCount(kinds.length);
  const english = section(page, 'Taal').getByRole('radio', { name: 'English' });
  await english.check();
  await expect(page.getByRole('region', { name: 'Meldingen' }).getByText('Bewaard.')).toBeVisible();
  await page.reload();
  await expect(english).toBeChecked();
}

async function setLimit(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Limieten' }).click();
  const day = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Per dag' }) });
  await expect(day).toContainText('Nu geen limiet. 0 credits uitgegeven.');
  await day.getByLabel('Credits (leeg: geen limiet)').fill('1000');
  await day.getByRole('button', { name: 'Bewaar Per dag' }).click();
  await expect(day).toContainText('Nu 1.000 credits, ongeveer');
  await expect(day.getByRole('status')).toHaveText('Bewaard.');
}

test('an account from registering to deleting, with everything one can buy and change', async ({
  page,
  context,
}) => {
  // Eleven payments, each by way of the provider's page.
  test.slow();
  const [email, next] = [newAddress('first'), newAddress('next')];
  const [first, recovered, last] = ['Plein-16', 'Gracht-17', 'Kade-1818'];
  await signUp(page, nl, email, first);
  const balance = await buyEverything(page, nl, 'nl');
  expect(balance).toBe(WELCOME + 5 * BUNDLE);
  await recoverPassword(page, email, recovered);
  await changeAccount(page, { next, password: recovered, nextPassword: last });
  await changeMails(page);
  await setLimit(page);
  expect(await creditsOf(context)).toBe(balance);
  await leave(page, nl, { email: next, credits: balance.toLocaleString('nl') });
  // In the language that was chosen for mails, to the address that counts.
  await expect
    .poll(async () => (await readMail(context.request, next)).subject)
    .toBe('Your account at Vonk will be deleted');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('an account that buys once and goes', async ({ page, context }) => {
    const email = newAddress('phone');
    await signUp(page, en, email, 'Plein-16');
    const balance = await buyEverything(page, en, 'en');
    expect([balance, await creditsOf(context)]).toEqual([WELCOME + BUNDLE, balance]);
    await leave(page, en, { email, credits: balance.toLocaleString('en') });
  });
});
