import { expect, type Page, test } from '@playwright/test';

/** Waits until the page's islands are hydrated; earlier clicks have no effect. */
export const alive = (page: Page): Promise<void> =>
  expect(page.locator('main astro-island[ssr]:not([client="visible"])')).toHaveCount(0);

/** Waits until the page has gone back from the entry of a closed overlay; an earlier navigation would be cancelled. */
export const isBackOnPage = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(0);

/**
 * Resolves when the next page has started its background work. The last step registers the service worker, which
 * Playwright blocks with a console line.
 */
export const backgroundOf = (page: Page): Promise<unknown> =>
  page.waitForEvent('console', (message) =>
    message.text().startsWith('Service Worker registration blocked by Playwright'),
  );

/**
 * With SCREENS=1, saves `test-results/screens/<name>-<width>-<scheme>.png` and attaches it to the report. Screenshots
 * are for people; no test compares them.
 */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env['SCREENS'] !== '1') return;
  const scheme = await page.evaluate(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const width = page.viewportSize()?.width ?? 0;
  const path = `test-results/screens/${name}-${width}-${scheme}.png`;
  await page.screenshot({ path, animations: 'disabled' });
  await test.info().attach(`${name}-${width}-${scheme}`, { path, contentType: 'image/png' });
}
