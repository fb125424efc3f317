import { defaultLocale, locales } from '#contract/locales.ts';
import { expectAccessible, expectFits } from '../support/accessible.ts';
import { screenshot } from '../support/page.ts';
import { enter } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
});

for (const lang of locales) {
  const prefix = lang === defaultLocale ? '' : `/${lang}`;
  test(`P1.8 P1.9 P2.2 P2.5 P2.6 P2.7 P2.10 P2.11 P2.12 P2.13 P2.18 P2.46 P2.49 pages under ${prefix}/ have one title and fit a phone and a desktop`, async ({
    page,
  }) => {
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

for (const lang of locales)
  test(`settings in ${lang} fit a phone`, async ({ page, context, baseURL }) => {
    await enter(context, baseURL, 'demo@example.com');
    await page.setViewportSize({ width: 320, height: 900 });
    for (const part of ['', '/security', '/purchases', '/limits', '/data']) {
      await page.goto(`${lang === defaultLocale ? '' : `/${lang}`}/settings${part}`);
      await expectFits(page);
    }
  });

// grid.spec.ts checks a list, favourites.spec.ts a profile.
for (const path of ['/cookies', '/terms-conditions', '/forbidden'])
  test(`${path} is accessible`, async ({ page }) => {
    await page.goto(path);
    await expectAccessible(page);
  });

test('P2.8 L8.16 an unknown page is explained, accessible and leads home', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/);
  const response = await page.goto('/en/nobody-knows-this');
  expect(response?.status()).toBe(404);
  await expectAccessible(page);
  await page.locator('main a').first().click();
  await expect(page).toHaveURL(/\/en$/);
});

test('P1.16 P2.86 P2.105 P6.1 the age question precedes everything but the legal texts and is asked once', async ({
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
