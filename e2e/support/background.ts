import type { Page } from '@playwright/test';

/**
 * Comes true when the next page has begun what nobody waits for: registering the worker is the last of it, and
 * Playwright says that it keeps it out.
 */
export const backgroundOf = (page: Page): Promise<unknown> =>
  page.waitForEvent('console', (message) =>
    message.text().startsWith('Service Worker registration blocked by Playwright'),
  );
