import type { Page, Request } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { backgroundOf, screenshot } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  /** Returns the paths of the files and pages that the worker has cached. */
  const kept = (page: Page) =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return keys.flat().map(({ url }) => new URL(url).pathname);
    });

  test('P7.45 shows an offline page in the last language and recovers when the network is back', {
    tag: '@main',
  }, async ({ page, context, baseURL, allowConsole }) => {
    allowConsole(/net::ERR_INTERNET_DISCONNECTED/);
    await context.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
    await page.goto('/en');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto('/en/free');
    await expect
      .poll(() => kept(page))
      .toEqual(expect.arrayContaining(['/offline.html', '/offline-language']));
    await expect.poll(async () => (await kept(page)).some((path) => path.endsWith('.css'))).toBe(true);
    for (const path of await kept(page))
      expect(path).toMatch(/^\/(_astro\/|offline(-\w+)?\.html$|offline-language$)/);

    await context.setOffline(true);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await page.goto('/en/new-cams?p=77');
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await expect(page.getByText('Geen verbinding')).toBeHidden();
    await expectAccessible(page);
    await screenshot(page, 'offline');
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page).toHaveURL('/en/new-cams?p=77');
    await expect(page.locator('#page')).toBeVisible();
    await page.goto('/free');
    await expect
      .poll(() => page.evaluate(async () => (await caches.match('/offline-language'))?.text()))
      .toBe('nl');
    await context.setOffline(true);
    await page.goto('/en');
    await expect(page.getByRole('heading', { name: 'Geen verbinding' })).toBeVisible();
  });

  test('removes the cache of an older worker', async ({ page }) => {
    await page.goto('/privacy');
    await page.evaluate(() => caches.open('vonk-files-v0'));
    await page.goto('/en');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => caches.has('vonk-files-v0'))).toBe(false);
  });
});

interface Reloads {
  loads: number;
  /** Answers to the page’s own request, which finds out before a reload whether the server is back. */
  answers: number;
}

/** Counts requests, because a page that is reloaded early never fires its load event. */
function watchReloads(page: Page): Reloads {
  const seen = { loads: 0, answers: 0 };
  const heads = new Set<Request>();
  page.on('request', (request) => {
    if (request.method() === 'HEAD') heads.add(request);
    if (!request.isNavigationRequest()) return;
    seen.loads += 1;
    seen.answers = 0;
    heads.clear();
  });
  page.on('response', (response) => {
    if (heads.has(response.request())) seen.answers += 1;
  });
  return seen;
}

/** Waits until the page has decided not to load again. */
async function untilItStays(page: Page, seen: Reloads): Promise<void> {
  await expect.poll(() => seen.answers).toBeGreaterThan(0);
  // The page reads its own answer before the answer to this request.
  await page.evaluate(async () => void (await fetch('', { method: 'HEAD' })));
}

test('P8.20 a part that fails to load reloads the page, at most once a minute', async ({
  page,
  context,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/net::ERR_FAILED|dynamically imported module|^uncaught: $/);
  await context.addCookies([
    { name: 'age', value: '1', url: baseURL ?? '' },
    { name: 'consent', value: 'no', url: baseURL ?? '' },
  ]);
  await page.route(/ModalHost/, (route) => route.abort());
  const seen = watchReloads(page);
  await Promise.all([backgroundOf(page), page.goto('/en')]);
  const login = page.getByRole('banner').getByRole('link', { name: 'Log in' });
  await Promise.all([backgroundOf(page), login.click()]);
  expect(seen.loads).toBe(2);
  await login.click();
  await untilItStays(page, seen);
  expect(seen.loads).toBe(2);
});

test('P8.22 an island that fails to load reloads the page once and then stays as rendered', async ({
  page,
  context,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/net::ERR_FAILED|Error hydrating/);
  await context.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
  await page.route(/\/_astro\/StreamPage\./, (route) => route.abort());
  const seen = watchReloads(page);
  await page.goto('/en/stream/Sofie');
  await expect.poll(() => seen.loads).toBe(2);
  await untilItStays(page, seen);
  expect(seen.loads).toBe(2);
  await expect(page.getByRole('heading', { name: 'Sofie', level: 1 })).toBeVisible();
});

test('prefetches a page on hover, but not one that is made on demand', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
  await page.clock.install();
  await page.goto('/en');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('country_code'))).not.toBeNull();
  const hints = () =>
    page.locator('link[rel=prefetch]').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(await hints()).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).hover();
  // Longer than a hover takes to prefetch.
  await page.clock.runFor(300);
  expect(await hints()).toEqual([]);
  await page.locator('main a[href*="/profile/"]').first().hover();
  await expect.poll(hints).toHaveLength(1);
  expect((await hints())[0]).toContain('/en/profile/');
});
