import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { screenshot } from './support/screenshot.ts';
import { expect, test } from './support/test.ts';

const locales = [
  { lang: 'nl', prefix: '' },
  { lang: 'en', prefix: '/en' },
];
/** Pages a guest can open without knowing anybody; a profile is added as the first of the home page. */
const paths = ['/', '/free', '/toy', '/new-cams', '/cookies', '/privacy', '/terms-conditions', '/forbidden'];

/** No page moves sideways, whatever is in it. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `pixels beyond the right edge of ${page.url()}`).toBeLessThanOrEqual(0);
}

async function expectGoodPage(page: Page, name: string, lang: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`));
  await expect(page.locator('h1')).toHaveCount(1);
  await expectAccessible(page);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await screenshot(page, name);
  }
}

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
});

for (const { lang, prefix } of locales) {
  for (const path of paths) {
    const name = `${path === '/' ? 'home' : path.slice(1)}-${lang}`;
    test(`${prefix}${path} reads well and is open to everyone`, async ({ page }) => {
      const response = await page.goto(`${prefix}${path}`);
      expect(response?.status()).toBe(200);
      await expectGoodPage(page, name, lang);
    });
  }

  test(`a profile under ${prefix}/ reads well and is open to everyone`, async ({ page }) => {
    await page.goto(`${prefix}/`);
    await page.locator('main a[href*="/profile/"]').first().click();
    await expect(page).toHaveURL(/\/profile\//);
    await expectGoodPage(page, `profile-${lang}`, lang);
  });

  test(`an unknown page under ${prefix}/ says so and leads home`, async ({ page, allowConsole }) => {
    allowConsole(/status of 404/);
    const response = await page.goto(`${prefix}/nobody-knows-this`);
    expect(response?.status()).toBe(404);
    await expectAccessible(page);
    await page.locator('main a').first().click();
    await expect(page).toHaveURL(new RegExp(`${prefix || ''}/?$`));
  });
}

test('the home page reads fully without script', async ({ newPerson }) => {
  const page = await (await newPerson({ javaScriptEnabled: false })).newPage();
  await page.goto('/');
  // Who is live is linked to the stream, the others to their profile.
  await expect(page.locator('main').locator('a[href*="/profile/"], a[href*="/stream/"]')).toHaveCount(60);
});

test('the age question stands before everything but the legal texts, and is asked once', async ({
  newPerson,
}) => {
  const page = await (await newPerson()).newPage();
  await page.goto('/privacy');
  await expect(page.locator('#age-gate')).toHaveCount(0);
  await page.goto('/');
  const gate = page.getByRole('dialog');
  await expect(gate).toBeVisible();
  await expectAccessible(page);
  await gate.getByRole('button').first().click();
  await expect(gate).toBeHidden();
  await page.reload();
  await expect(page.locator('#age-gate')).toHaveCount(0);
});
