import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { linkIn, readMail } from './support/outbox.ts';
import { screenshot } from './support/screenshot.ts';
import { expect, test } from './support/test.ts';

const sites = [
  {
    lang: 'nl',
    home: '/',
    adult: 'Ik ben 18 of ouder',
    login: 'Inloggen',
    email: 'E-mailadres',
    password: 'Wachtwoord',
    wrong: 'Dit wachtwoord klopt niet.',
    unknown: 'Er is geen account met dit e-mailadres.',
    noAddress: 'Dit lijkt geen e-mailadres.',
    account: 'Mijn account',
    logout: 'Uitloggen',
    balance: '5.000 credits',
    forgot: 'Wachtwoord vergeten?',
    name: 'E-mailadres of gebruikersnaam',
    send: 'Stuur me een link',
    checkMail: 'Check je mail',
    choose: 'Kies een nieuw wachtwoord',
    newPassword: 'Nieuw wachtwoord',
    repeat: 'Nieuw wachtwoord nog een keer',
    save: 'Wachtwoord opslaan',
    changed: 'Je wachtwoord is gewijzigd',
    used: 'Deze link is al gebruikt. Vraag hier een nieuwe aan.',
  },
  {
    lang: 'en',
    home: '/en',
    adult: 'I am 18 or older',
    login: 'Log in',
    email: 'E-mail address',
    password: 'Password',
    wrong: 'This password is not correct.',
    unknown: 'There is no account with this e-mail address.',
    noAddress: 'This does not look like an e-mail address.',
    account: 'My account',
    logout: 'Log out',
    balance: '5,000 credits',
    forgot: 'Forgot your password?',
    name: 'E-mail address or username',
    send: 'Send me a link',
    checkMail: 'Check your mail',
    choose: 'Choose a new password',
    newPassword: 'New password',
    repeat: 'New password once more',
    save: 'Save password',
    changed: 'Your password was changed',
    used: 'This link was already used. Ask for a new one here.',
  },
] as const;
type Site = (typeof sites)[number];

async function openLogin(page: Page, site: Site): Promise<void> {
  await page.goto(site.home);
  await page.getByRole('button', { name: site.adult }).click();
  await page.getByRole('banner').getByRole('link', { name: site.login }).click();
  await expect(page.getByRole('dialog', { name: site.login })).toBeVisible();
}

async function logIn(page: Page, site: Site, [email, password]: readonly [string, string]): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(site.email).fill(email);
  await dialog.getByLabel(site.password, { exact: true }).fill(password);
  await dialog.getByRole('button', { name: site.login }).click();
}

for (const site of sites) {
  test.describe(site.lang, () => {
    // No credits are written alike in both languages.
    const nobody = site.lang === 'nl' ? ([['new@example.com', '0 credits']] as const) : [];
    for (const [email, balance] of [['demo@example.com', site.balance] as const, ...nobody]) {
      test(`${email} logs in, finds ${balance}, keeps them over a reload, and logs out everywhere`, async ({
        page,
        context,
      }) => {
        await openLogin(page, site);
        await logIn(page, site, [email, 'Demo1234']);
        await expect(page.getByRole('dialog')).toBeHidden();
        await expect(page.getByRole('banner')).toContainText(balance);
        await page.reload();
        await expect(page.getByRole('banner')).toContainText(balance);

        const second = await context.newPage();
        await second.goto(site.home);
        await expect(second.getByRole('banner')).toContainText(balance);
        await page.getByRole('button', { name: site.account }).click();
        await screenshot(page, `member-menu-${email.split('@')[0]}-${site.lang}`);
        await page.getByRole('button', { name: site.logout }).click();
        await expect(page.getByRole('banner').getByRole('link', { name: site.login })).toBeVisible();
        await expect(second.getByRole('banner').getByRole('link', { name: site.login })).toBeVisible();
      });
    }

    test('a forgotten password is replaced through the mailed link, which works once', async ({
      page,
      request,
      baseURL,
    }) => {
      const email = `reset-${site.lang}-${process.pid}-${Date.now()}@example.com`;
      const key = { 'api-key': 'vonk-web', origin: baseURL ?? '' };
      const created = await request.post('/api/member/member', {
        headers: key,
        data: { email, password: 'Plein-16' },
      });
      expect(created.status()).toBe(200);
      await readMail(request, email);

      await openLogin(page, site);
      await page.getByRole('button', { name: site.forgot }).click();
      await page.getByLabel(site.name).fill(email);
      await page.getByRole('button', { name: site.send }).click();
      await expect(page.getByRole('dialog', { name: site.checkMail })).toBeVisible();
      await screenshot(page, `forgot-done-${site.lang}`);
      await expect.poll(async () => linkIn(await readMail(request, email))).toContain('action=resetpassword');
      const link = linkIn(await readMail(request, email));

      const other = await page.context().newPage();
      await other.goto(site.home);
      await page.goto(link);
      await expect(page.getByRole('dialog', { name: site.choose })).toBeVisible();
      // Behind the dialog, so not in the accessibility tree.
      for (const tab of [page, other])
        await expect(tab.locator('header [popovertarget=member-menu][aria-label]')).toBeVisible();
      expect(page.url()).not.toContain('token');
      await expectAccessible(page);
      await screenshot(page, `reset-${site.lang}`);
      await page.getByLabel(site.newPassword, { exact: true }).fill('Gracht-17');
      await page.getByLabel(site.repeat, { exact: true }).fill('Gracht-17');
      await page.getByRole('button', { name: site.save }).click();
      await expect(page.getByRole('dialog', { name: site.changed })).toBeVisible();
      await screenshot(page, `reset-done-${site.lang}`);

      await page.goto(link);
      await expect(page.getByRole('dialog').getByText(site.used)).toBeVisible();
      const login = await request.post('/api/member/login', {
        headers: key,
        data: { username: email, password: 'Gracht-17' },
      });
      expect(login.status()).toBe(200);
    });
  });
}

test('an address that asks for the login opens it after the age question, and forgets that it did', async ({
  page,
}) => {
  const [, site] = sites;
  await page.goto(`${site.home}?action=login&p=61`);
  await expect(page).toHaveURL(/\?p=61$/);
  await expect(page.getByRole('dialog', { name: site.login })).toHaveCount(0);
  await page.getByRole('button', { name: site.adult }).click();
  await expect(page.getByRole('dialog', { name: site.login })).toBeVisible();
  await expectAccessible(page);
});

test('a wrong password is told beside its field and the address stays', async ({ page }) => {
  const [site] = sites;
  await openLogin(page, site);
  await expectAccessible(page);
  await logIn(page, site, ['demo@example.com', 'Wrong-1234']);
  await expect(page.getByRole('dialog').getByText(site.wrong)).toBeVisible();
  await screenshot(page, `login-wrong-${site.lang}`);
  await expect(page.getByLabel(site.email)).toHaveValue('demo@example.com');
  await expect(page.getByLabel(site.password, { exact: true })).toBeFocused();
  await logIn(page, site, ['demo@example.com', 'Demo1234']);
  await expect(page.getByRole('banner')).toContainText(site.balance);
});

test('an unknown address and one that is none are told, and editing takes the complaint away', async ({
  page,
}) => {
  const [site] = sites;
  await openLogin(page, site);
  await logIn(page, site, ['nobody-here@example.com', 'Demo1234']);
  await expect(page.getByRole('dialog').getByText(site.unknown)).toBeVisible();
  await page.getByLabel(site.email).fill('nobody');
  await expect(page.getByRole('dialog').getByText(site.unknown)).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText(site.noAddress)).toBeVisible();
});
