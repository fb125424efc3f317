import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { screenshot } from '../support/page.ts';
import { enter } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const cards = (page: Page) => page.locator('[data-cards] > li');
const names = (page: Page) => cards(page).locator('a').allTextContents();

test.beforeEach(({ context, baseURL }) => enter(context, baseURL));

test('L4.59 the list loads more near its end, without duplicates, until it ends', async ({ page }) => {
  await page.goto('/');
  await expect(cards(page)).toHaveCount(60);
  const total = Number((await page.locator('[data-list-total]').textContent())?.match(/\d+/)?.[0]);
  await expect(async () => {
    await page.locator('footer').scrollIntoViewIfNeeded();
    expect(await cards(page).count()).toBeGreaterThan(60);
  }).toPass();
  await expect(page.getByRole('status').filter({ hasText: 'Er zijn performers bij geladen.' })).toHaveCount(
    1,
  );
  // The URL does not change.
  await expect(page).toHaveURL(/\/$/);
  await expect(async () => {
    await page.locator('footer').scrollIntoViewIfNeeded();
    expect(await page.locator('a[rel="next"]').count()).toBe(0);
  }).toPass({ timeout: 30_000 });
  const all = await names(page);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toHaveLength(total);
});

test('P2.24 L4.59 Back restores the position in an extended list', async ({ page }) => {
  await page.goto('/');
  await expect(async () => {
    await page.locator('footer').scrollIntoViewIfNeeded();
    expect(await cards(page).count()).toBeGreaterThan(100);
  }).toPass();
  const card = cards(page).nth(90).locator('a');
  const name = await card.textContent();
  await card.click();
  await expect(page).toHaveURL(/\/(profile|stream)\//);
  await page.goBack();
  await expect(page.locator('[data-cards] a', { hasText: name ?? '' }).first()).toBeInViewport();
});

test('a page that fails to load leaves a link that retries', async ({ page, allowConsole }) => {
  allowConsole(/status of 503|net::ERR/);
  let broken = true;
  await page.route('**/?page=2', (route) => (broken ? route.fulfill({ status: 503 }) : route.continue()));
  await page.goto('/');
  await page.locator('footer').scrollIntoViewIfNeeded();
  const again = page.getByRole('link', { name: 'Toon meer' });
  await expect(again).toBeVisible();
  await expect(page.getByText('Meer laden lukt nu niet.')).toBeVisible();
  broken = false;
  await again.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => cards(page).count()).toBeGreaterThan(60);
  // A keyboard user is at the first added card.
  await expect(cards(page).nth(60).locator('a')).toBeFocused();
});

test('a hidden page closes its connection and reopens it when visible', async ({ page }) => {
  const lines: string[] = [];
  page.on('websocket', (line) => {
    lines.push('open');
    line.on('close', () => lines.push('closed'));
  });
  await page.clock.install();
  await page.goto('/');
  await expect.poll(() => lines).toEqual(['open']);
  const look = (visibility: 'hidden' | 'visible') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, visibility);
  await look('hidden');
  await page.clock.fastForward(5000);
  await expect.poll(() => lines).toEqual(['open', 'closed']);
  const refreshed = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/');
  await look('visible');
  await refreshed;
  await expect.poll(() => lines).toEqual(['open', 'closed', 'open']);
});

test('after five automatic pages the list asks, so that the footer can be reached', async ({ page }) => {
  let pages = 1;
  // Links are prefetched when the pointer rests on them.
  await page.route('**/profile/x', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.route('**/?page=*', (route) => {
    pages += 1;
    const next = `<div data-more><a data-more-link href="/?page=${pages + 1}" hidden>Toon meer</a></div>`;
    const body = `<ul data-cards="rest"><li data-user="${-pages}"><a href="/profile/x">x</a></li></ul>${next}`;
    return route.fulfill({ contentType: 'text/html', body });
  });
  await page.goto('/');
  await expect(async () => {
    await page.locator('footer').scrollIntoViewIfNeeded();
    await expect(page.getByRole('link', { name: 'Toon meer' })).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(pages).toBe(6);
  await page.getByRole('link', { name: 'Toon meer' }).click();
  await expect(cards(page)).toHaveCount(66);
});

for (const { colorScheme, width, height } of [
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 1440, height: 1000 },
] as const) {
  test(`the list is accessible in ${colorScheme} on ${width} px`, async ({ newPerson, baseURL }) => {
    const person = await newPerson({ colorScheme, viewport: { width, height } });
    await enter(person, baseURL);
    const page = await person.newPage();
    await page.goto('/');
    await expectAccessible(page);
    await screenshot(page, 'grid');
  });
}

test('badges overlap neither each other nor text in a broadcast’s picture', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  const faults = await page.locator('.card-picture').evaluateAll((pictures) =>
    pictures.flatMap((picture) => {
      const around = picture.getBoundingClientRect();
      const badges = [...picture.querySelectorAll('.badge')].map((badge) => badge.getBoundingClientRect());
      const isIn = badges.every(
        ({ left, right, bottom }) =>
          left >= around.left && right <= around.right && bottom <= around.top + around.height * 0.6,
      );
      const isApart = badges.every((one, at) =>
        badges.slice(at + 1).every((other) => one.bottom <= other.top || one.right <= other.left),
      );
      return isIn && isApart ? [] : [picture.textContent];
    }),
  );
  expect(faults).toEqual([]);
});
