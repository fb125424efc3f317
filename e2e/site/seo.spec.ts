import { expectAccessible } from '../support/accessible.ts';
import { readHead } from '../support/html/crawl.ts';
import { screenshot } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

test('P2.20 P2.21 P5.34 P8.17 an unknown or missing performer answers 404 at its URL, and the browser ends at /404', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  for (const [prefix, path] of [
    ['', '/profile/Nobody-Knows-Me'],
    ['/en', '/profile/undefined'],
    ['/en', '/profile'],
  ] as const) {
    const response = await page.goto(prefix + path);
    expect(response?.status()).toBe(404);
    await expect(page).toHaveURL(`${prefix}/404`);
    expect(readHead((await response?.text()) ?? '')).toMatchObject({ robots: 'noindex', canonical: '' });
  }
});

test('P2.79 the texts of a category are tabs by mouse and by keys', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
  await page.goto('/en/travel');
  const tabs = page.getByRole('tab');
  const panels = page.getByRole('tabpanel');
  await expect(tabs).toHaveCount(3);
  await expect(panels).toHaveCount(1);
  await tabs.nth(1).click();
  await expect(panels).toContainText('the language filter finds them');
  await tabs.nth(1).press('ArrowRight');
  await expect(tabs.nth(2)).toBeFocused();
  await expect(tabs.nth(2)).toHaveAttribute('aria-selected', 'true');
  await tabs.nth(2).press('ArrowRight');
  await expect(tabs.nth(0)).toBeFocused();
  await expect(panels).toContainText('ask for a look out of the window');
  await expectAccessible(page, { within: '[role=tablist], [role=tabpanel]' });
  await screenshot(page, 'category');
});
