import { type Page, test } from '@playwright/test';

/** Keeps a picture as `test-results/screens/<name>-<width>-<scheme>.png`, and beside the test's report. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const scheme = await page.evaluate(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const width = page.viewportSize()?.width ?? 0;
  const path = `test-results/screens/${name}-${width}-${scheme}.png`;
  await page.screenshot({ path, animations: 'disabled' });
  await test.info().attach(`${name}-${width}-${scheme}`, { path, contentType: 'image/png' });
}
