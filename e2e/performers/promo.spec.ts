import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { seasons } from '#contract/performers/profile/promotions-calls.ts';
import { expectAccessible, inDialog } from '../support/accessible.ts';
import { accountsOf } from '../support/members.ts';
import { isBackOnPage, screenshot } from '../support/page.ts';
import { enter } from '../support/people.ts';
import { createOwnProduct } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('promo');

const QUIET_MS = 5000;
const title = '120 credits om mee te beginnen';
const agree = 'Ik ben 18 of ouder';

/** Opens the page, waits until it has loaded, before the age question is answered, and stops its clock. */
async function openOnPausedClock(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-20T12:00:00Z') });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(new Date('2026-11-20T13:00:00Z'));
}

test.describe('the overlay', () => {
  test.use({ promoSeen: false });

  test('P2.103 P2.104 P9.9 appears once a session on an idle page', async ({ page }) => {
    const promo = page.getByRole('dialog', { name: title });
    await openOnPausedClock(page, '/');
    await page.getByRole('button', { name: agree }).click();
    await page.clock.runFor(QUIET_MS - 1000);
    await page.keyboard.press('Shift');
    await page.clock.runFor(QUIET_MS - 1000);
    await expect(promo).toBeHidden();
    await page.clock.runFor(1500);
    await expect(promo).toBeVisible();
    await expect(promo.getByRole('link', { name: 'Gratis aanmelden' })).toBeVisible();
    await expect(promo).toHaveCSS('transition-duration', '0.8s, 0.8s');
    await page.clock.resume();
    await expectAccessible(page, inDialog);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await screenshot(page, 'promo');
    }
    await promo.getByRole('button', { name: 'Sluiten' }).click();
    await expect(promo).toBeHidden();
    expect(await page.evaluate(() => sessionStorage.getItem('seen-banner'))).not.toBeNull();
    await isBackOnPage(page);
    await page.reload();
    await page.waitForLoadState('networkidle');
    await page.clock.fastForward(4 * QUIET_MS);
    await expect(promo).toBeHidden();
  });

  test('never covers the age question, the cookie question or another dialog', async ({ page, context }) => {
    await context.clearCookies({ name: 'consent' });
    const promo = page.getByRole('dialog', { name: title });
    await openOnPausedClock(page, '/');
    await page.clock.runFor(3 * QUIET_MS);
    await expect(promo).toBeHidden();
    await page.getByRole('button', { name: agree }).click();
    await page.clock.runFor(3 * QUIET_MS);
    await expect(promo).toBeHidden();
    await page.getByRole('button', { name: 'Weigeren' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Inloggen' }).click();
    const login = page.getByRole('dialog', { name: 'Inloggen' });
    await expect(login).toBeVisible();
    await page.clock.runFor(3 * QUIET_MS);
    await expect(promo).toBeHidden();
    await page.keyboard.press('Escape');
    await page.clock.runFor(1000);
    await expect(login).toBeHidden();
    await page.clock.runFor(2 * QUIET_MS);
    await expect(promo).toBeVisible();
    await promo.getByRole('link', { name: 'Gratis aanmelden' }).click();
    await expect(promo).toBeHidden();
    await expect(page.getByRole('dialog')).toContainText('E-mailadres');
  });

  test('does not appear for members', async ({ page, context, baseURL }) => {
    await enter(context, baseURL, accounts.rich);
    await page.goto('/');
    await expect(page.locator('#promo')).toHaveCount(0);
  });
});

test('P3.24 the banner is one link and keeps the affiliate', async ({ page, context, baseURL }) => {
  await enter(context, baseURL);
  await page.goto('/en?p=77');
  const banner = page.getByRole('complementary', { name: 'Featured' });
  await banner.scrollIntoViewIfNeeded();
  await expectAccessible(page, { within: 'aside' });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await banner.scrollIntoViewIfNeeded();
    await screenshot(page, 'banner');
  }
  await banner.click({ position: { x: 900, y: 100 } });
  await expect(page).toHaveURL('/en/new-cams?p=77');
});

test('P2.52 P2.53 P2.54 P2.55 P2.56 P9.13 each season decorates the header of every page, in light and dark, without shifting layout', {
  tag: '@own-product',
}, async ({ newPerson }) => {
  test.setTimeout(240_000);
  const folder = await mkdtemp(join(tmpdir(), 'vonk-seasons-'));
  const product = await createOwnProduct({
    environment: { PROMOTIONS: folder, DEMO_CAST: 'false' },
    ownClock: true,
  });
  const schemes = ['light', 'dark'] as const;
  // One day per season, on which the calendar has no season.
  const days = seasons.map((season, index) => ({ season, day: `2030-06-1${index}` }));
  try {
    for (const { season, day } of days) {
      const theme = { placement: 'theme', season, from: day, until: day };
      await writeFile(join(folder, `${season}.json`), JSON.stringify(theme));
    }
    await product.start();
    const context = await newPerson({ baseURL: product.url });
    await enter(context, product.url);
    const page = await context.newPage();
    for (const { season, day } of days) {
      await product.setClock(new Date(`${day}T12:00:00Z`));
      // The product caches a page for a second.
      await expect
        .poll(async () => (await context.request.get('/')).text())
        .toContain(`data-season="${season}"`);
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('data-season', season);
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          await expect(page.locator('header > svg')).toBeVisible();
          expect(await page.locator('header').evaluate((header) => header.clientHeight)).toBe(60);
          await screenshot(page, `season-${season}`);
        }
        await expectAccessible(page, { within: 'header' });
        // Only the home page has hearts, and only in Valentine's season.
        await expect(page.locator('header > div[aria-hidden]')).toHaveCount(season === 'valentine' ? 1 : 0);
      }
    }
    await page.goto('/privacy');
    await expect(page.locator('header > svg')).toBeVisible();
    await expect(page.locator('header > div[aria-hidden]')).toHaveCount(0);
  } finally {
    await product.remove();
    await rm(folder, { recursive: true });
  }
});

test('promoted performers are first in the grid and marked', async ({ page, context, goLive, baseURL }) => {
  await enter(context, baseURL);
  for (const name of ['Ruben', 'Amber', 'Elena', 'Femke'] as const) await goLive('free', name);
  await page.goto('/');
  const cards = page.locator('main .card');
  await expect(cards.first()).toContainText('Uitgelicht');
  // Three are promoted, but not all at once.
  await expect(cards.filter({ hasText: 'Uitgelicht' })).toHaveCount(2);
});
