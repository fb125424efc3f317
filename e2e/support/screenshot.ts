import { type Page, test } from '@playwright/test';

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
