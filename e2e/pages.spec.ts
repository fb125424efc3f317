import { defaultLocale, locales } from '#contract/locales.ts';
import { expectAccessible, expectFits } from './support/accessible.ts';
import { screenshot } from './support/screenshot.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
});

for (const lang of locales) {
  const prefix = lang === defaultLocale ? '' : `/${lang}`;
  test(`pages under ${prefix}/ have one title and fit a phone and a desk`, async ({ page }) => {
    const profile = '/profile/Sofie';
    const lists = ['/', '/free', '/toy', '/new-cams', '/login', '/register', '/forgot-password'];
    for (const path of [...lists, profile, '/cookies', '/privacy', '/terms-conditions', '/forbidden']) {
      await page.setViewportSize({ width: 1440, height: 900 });
      const response = await page.goto(`${prefix}${path}`);
      expect(response?.status()).toBe(200);
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`));
      await expect(page.locator('h1')).toHaveCount(1);
      await expectFits(page);
      await page.setViewportSize({ width: 320, height: 900 });
      await expectFits(page);
      await screenshot(page, `${path === '/' ? 'home' : path.slice(1).replace('/', '-')}-${lang}`);
    }
  });
}

// Lists: grid.spec.ts. A profile: favourites.spec.ts.
for (const path of ['/cookies', '/terms-conditions', '/forbidden'])
  test(`${path} is open to everyone`, async ({ page }) => {
    await page.goto(path);
    await expectAccessible(page);
  });

test('an unknown page says so, is open to everyone and leads home', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/);
  const response = await page.goto('/en/nobody-knows-this');
  expect(response?.status()).toBe(404);
  await expectAccessible(page);
  await page.locator('main a').first().click();
  await expect(page).toHaveURL(/\/en$/);
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
  await gate.getByRole('button').first().click();
  await expect(gate).toBeHidden();
  await page.reload();
  await expect(page.locator('#age-gate')).toHaveCount(0);
});
