import { expectAccessible } from './support/accessible.ts';
import { readHead } from './support/html/crawl.ts';
import { screenshot } from './support/screenshot.ts';
import { expect, test } from './support/test.ts';

test('an unknown performer is a 404 where it was asked for, and the browser ends at /404', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  for (const prefix of ['', '/en']) {
    const response = await page.goto(`${prefix}/profile/Nobody-Knows-Me`);
    expect(response?.status()).toBe(404);
    await expect(page).toHaveURL(`${prefix}/404`);
    expect(readHead((await response?.text()) ?? '')).toMatchObject({ robots: 'noindex', canonical: '' });
  }
});

test('the texts of a category are tabs by mouse and by keys', async ({ page, context, baseURL }) => {
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
