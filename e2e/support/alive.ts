import { expect, type Page } from '@playwright/test';

/** Waits until the islands of the page react: a press before that is lost. */
export const alive = (page: Page): Promise<void> =>
  expect(page.locator('main astro-island[ssr]:not([client="visible"])')).toHaveCount(0);
