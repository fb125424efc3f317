import type { Page } from '@playwright/test';
import { expectAccessible, inDialog } from '../support/accessible.ts';
import { accountsOf } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { enter } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('header');

/** The words of the site in Dutch. */
const site = {
  menu: 'Menu',
  close: 'Sluiten',
  login: 'Inloggen',
  language: 'Taal',
  account: 'Mijn account',
  claim: 'Claim 120 gratis credits',
} as const;

const phone = { width: 390, height: 844 };
/** Whether the focus is in the menu or outside the page, but not on the page behind it. */
const focusIsInMenu = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    return focused === document.body || focused?.closest('#menu') !== null;
  });

test('P2.57 a guest finds sign up, log in, the lists and the languages', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(context, baseURL);
  await page.goto('/');
  const banner = page.getByRole('banner');
  for (const name of [site.login, 'Gratis aanmelden']) {
    await expect(banner.getByRole('link', { name })).toBeVisible();
  }
  await expect(banner.getByRole('link', { name: /^Vonk/ })).toHaveAttribute('href', '/');
  await expect(banner.getByRole('button', { name: site.menu })).toBeHidden();
  await expect(banner.getByRole('link', { name: 'Home', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(banner.getByRole('navigation', { name: site.language })).toBeVisible();
});

test('P2.107 P4.21 P6.7 on a phone the menu opens by keyboard, traps the focus, and restores it', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(context, baseURL);
  await page.setViewportSize(phone);
  await page.goto('/');
  const button = page.getByRole('banner').getByRole('button', { name: site.menu });
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: site.menu });
  await expect(menu).toBeVisible();
  for (const name of ['Alle', 'Nieuw', 'Met toy'])
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(
    menu.getByRole('link', { name: 'Je moet ingelogd zijn om je favorieten te zien' }),
  ).toBeVisible();
  for (const name of [site.login, 'Gratis aanmelden'])
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'English' })).toBeVisible();
  await expectAccessible(page, inDialog);
  await screenshot(page, 'menu');
  // Tab goes through the whole menu and leaves the page at its end; it never reaches the page behind.
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    expect(await focusIsInMenu(page)).toBe(true);
  }
  const leaving = await menu.evaluate((panel) => getComputedStyle(panel).transitionDuration);
  expect(new Set(leaving.split(', '))).toEqual(new Set(['0.2s']));
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await menu.getByRole('button', { name: site.close }).click();
  await expect(menu).toBeHidden();
  await button.click();
  await page.mouse.click(20, 400);
  await expect(menu).toBeHidden();

  await button.click();
  await menu.getByRole('link', { name: site.login, exact: true }).click();
  await expect(page.getByRole('dialog', { name: site.login })).toBeVisible();
  await expect(menu).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('P2.74 another language shows the same page with its filters and affiliate', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(context, baseURL);
  const query = '?language=nl&language=en&p=77';
  for (const [path, menu, code, name, other] of [
    ['/new-cams', 'Taal: Nederlands', 'en', 'English', '/en/new-cams'],
    ['/en/new-cams', 'Language: English', 'de', 'Deutsch', '/de/new-cams'],
    ['/de/new-cams', 'Sprache: Deutsch', 'nl', 'Nederlands', '/new-cams'],
  ] as const) {
    await page.goto(path + query);
    const banner = page.getByRole('banner');
    await banner.getByRole('button', { name: menu }).click();
    await banner.getByRole('link', { name }).click();
    await expect(page).toHaveURL(other + query);
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${code}`));
  }
});

test('P2.61 P2.66 P2.67 P2.68 P2.70 P6.5 P9.2 a new member is asked to claim the credits and warned of a low balance', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(context, baseURL, accounts.poor);
  await page.goto('/');
  const banner = page.getByRole('banner');
  await expect(banner.getByTitle('Je credits zijn bijna op')).toBeVisible();
  await expect(banner.getByRole('button', { name: site.claim })).toBeVisible();
  await expect(banner.getByRole('navigation', { name: site.language })).toBeVisible();
  await page.getByRole('button', { name: site.account }).click();
  const menu = page.locator('#member-menu');
  await expect(menu).toContainText(`Hoi ${accounts.poor}`);
  await expect(menu.getByRole('button', { name: site.claim })).toBeHidden();
  await expect(menu.getByRole('button', { name: 'Credits kopen' })).toBeVisible();
  await expect(menu.getByRole('navigation', { name: site.language })).toBeHidden();
  await expectAccessible(page, { within: '#member-menu' });
  await screenshot(page, 'member');

  await page.setViewportSize(phone);
  await expect(menu.getByRole('button', { name: 'Opwaarderen' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'English' })).toBeVisible();
  await expectAccessible(page, { within: '#member-menu' });
  await screenshot(page, 'member');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: site.account })).toBeFocused();
  await page.keyboard.press('Enter');
  await menu.getByRole('button', { name: site.claim }).click();
  await expect(page.getByRole('dialog')).toContainText(accounts.poor);
});
test('P2.58 P2.62 P2.69 P6.4 the balance opens the wallet, and the menu leads to the favourites', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(context, baseURL, accounts.rich);
  await page.goto('/?p=77');
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: 'Credits kopen' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Mijn account' }).click();
  await page.locator('#member-menu').getByRole('link', { name: 'Favorieten' }).click();
  await expect(page).toHaveURL('/favourites?p=77');
  await expect(banner.getByRole('link', { name: 'Home', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('logging in on a phone replaces the guest’s menu by the member’s without a reload', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(context, baseURL);
  await page.setViewportSize(phone);
  await page.goto('/toy?p=77');
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Inloggen', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Inloggen' });
  await dialog.getByLabel('E-mailadres').fill(accounts.rich);
  await dialog.getByLabel('Wachtwoord', { exact: true }).fill('Demo1234');
  await dialog.getByRole('button', { name: 'Inloggen' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Mijn account' }).click();
  const menu = page.locator('#member-menu');
  await expect(menu.getByRole('link', { name: 'English' })).toHaveAttribute('href', '/en/toy?p=77');
  await expect(menu.getByRole('link', { name: 'Favorieten' })).toHaveAttribute('href', '/favourites?p=77');
});

test('on a phone a member sees a whole category and the beginning of the next one', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(context, baseURL, accounts.rich);
  await page.setViewportSize(phone);
  for (const path of ['/', '/toy', '/favourites', '/en', '/en/toy', '/de', '/de/toy']) {
    await page.goto(path);
    const categories = page.getByRole('navigation', { name: /^(Categorieën|Categories|Kategorien)$/ });
    const [first, second] = await Promise.all(
      [0, 1].map((nth) => categories.getByRole('link').nth(nth).boundingBox()),
    );
    const search = await page.getByRole('search').boundingBox();
    // The bar fades before the search.
    const end = (search?.x ?? 0) - 32;
    expect((first?.x ?? end) + (first?.width ?? 0), path).toBeLessThan(end);
    expect(second?.x ?? end, path).toBeLessThan(end);
  }
});
