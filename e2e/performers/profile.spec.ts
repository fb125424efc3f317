import type { Page } from '@playwright/test';
import { expectAccessible, inDialog } from '../support/accessible.ts';
import { accountsOf } from '../support/members.ts';
import { isBackOnPage, screenshot } from '../support/page.ts';
import { enter } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** A performer of the demo's cast with two albums, one of them with a film. */
const NAME = 'Sofie';

test.beforeEach(({ context, baseURL }) => enter(context, baseURL));

test('L2.9 L9.17 the albums of a profile are viewed page by page', async ({ page }) => {
  await page.goto(`/profile/${NAME}`);
  const thumbnails = page.locator('[data-gallery-item]');
  const pages = await thumbnails.count();
  expect(pages).toBeGreaterThan(3);
  await thumbnails.nth(1).click();
  const viewer = page.locator('dialog#gallery');
  const count = viewer.locator('[data-gallery="page"]');
  await expect(count).toHaveText(`2 van ${pages}`);
  await expect(viewer.locator('img')).toHaveJSProperty('complete', true);
  await expectAccessible(page, inDialog);
  await screenshot(page, 'gallery');
  // Previous stops at the first; next wraps from the last to the first.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(count).toHaveText(`1 van ${pages}`);
  await expect(viewer.getByRole('button', { name: 'Vorige' })).toBeDisabled();
  for (let turn = 1; turn < pages; turn += 1) await viewer.getByRole('button', { name: 'Volgende' }).click();
  await expect(count).toHaveText(`${pages} van ${pages}`);
  await page.keyboard.press('ArrowRight');
  await expect(count).toHaveText(`1 van ${pages}`);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(thumbnails.nth(1)).toBeFocused();
});

test('a swipe turns the page of the viewer', async ({ newPerson, baseURL }) => {
  const context = await newPerson({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await enter(context, baseURL);
  const page = await context.newPage();
  await page.goto(`/profile/${NAME}`);
  await page.locator('[data-gallery-item]').first().click();
  const count = page.locator('[data-gallery="page"]');
  await expect(count).toHaveText(/^1 /);
  const stage = page.locator('[data-gallery="stage"]');
  const swipe = async (from: number, to: number) => {
    const finger = { pointerType: 'touch', isPrimary: true, clientY: 400, bubbles: true };
    await stage.dispatchEvent('pointerdown', { ...finger, clientX: from });
    await stage.dispatchEvent('pointerup', { ...finger, clientX: to });
  };
  await swipe(300, 120);
  await expect(count).toHaveText(/^2 /);
  await swipe(120, 300);
  await expect(count).toHaveText(/^1 /);
  await screenshot(page, 'gallery-nl');
});

test('L2.12 links lead from performer to performer in the order of the list', async ({ page }) => {
  await page.goto(`/en/profile/${NAME}?p=77`);
  const next = page.locator('nav a[rel="next"]');
  const nav = page.getByRole('navigation', { name: 'From performer to performer' });
  await expect(nav.locator('[aria-current=page]')).toHaveText(NAME);
  await expect(nav.getByRole('button', { name: `Keep ${NAME} as a favourite` })).toBeVisible();
  const name = ((await next.locator('span').last().textContent()) ?? '').trim();
  await next.click();
  await expect(page).toHaveURL(new RegExp(`/en/profile/${name}\\?p=77$`));
  await expect(page.locator('h1')).toHaveText(name);
  await page.locator('nav a[rel="prev"]').click();
  await expect(page.locator('h1')).toHaveText(NAME);
});

test('an offline profile shows the last broadcast and leads to live performers', async ({ page }) => {
  const api = '/api/engine/performers?filter[status][]=offline';
  const answer = await page.request.get(api, { headers: { 'api-key': 'vonk-web' } });
  const { result } = (await answer.json()) as { result: { username: string }[] };
  await page.goto(`/profile/${result.at(-1)?.username}`);
  await expect(page.getByText(/^Laatst online /)).toBeVisible();
  await page.getByRole('link', { name: 'Bekijk wie nu live is' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('P9.12 an icon shows its tooltip on hover and focus until Escape, and not on a small screen', async ({
  page,
}) => {
  const shown = () =>
    page
      .getByRole('button', { name: `Bewaar ${NAME} als favoriet` })
      .evaluate((button) => getComputedStyle(button, '::after').content);
  await page.goto(`/profile/${NAME}`);
  const heart = page.getByRole('button', { name: `Bewaar ${NAME} als favoriet` });
  await heart.hover();
  expect(await shown()).toContain(NAME);
  await screenshot(page, 'tooltip');
  await page.keyboard.press('Escape');
  expect(await shown()).toBe('none');
  await page.mouse.move(0, 0);
  await page.keyboard.press('Tab');
  await heart.focus();
  expect(await shown()).toContain(NAME);
  await page.setViewportSize({ width: 768, height: 900 });
  expect(await shown()).toBe('none');
});

/** Returns the HTML of visible controls that show an icon without text and have no tooltip. */
const iconsWithoutTooltip = (page: Page) =>
  page.locator('button, a[href]').evaluateAll((all) =>
    all
      .filter(
        (control) =>
          control.checkVisibility() &&
          control.querySelector('svg:not([role=img])') &&
          !control.querySelector('img'),
      )
      .filter((control) => {
        const shown = control.cloneNode(true) as Element;
        for (const hidden of shown.querySelectorAll('svg, .sr-only')) hidden.remove();
        return shown.textContent?.trim() === '' && !control.matches('.tip[aria-label]');
      })
      .map((control) => control.outerHTML),
  );

test('every icon-only control has a tooltip that fits the screen', async ({ page, context, baseURL }) => {
  await page.goto(`/en/profile/${NAME}`);
  expect(await iconsWithoutTooltip(page)).toEqual([]);
  await page.locator('[data-gallery-item]').first().click();
  expect(await iconsWithoutTooltip(page)).toEqual([]);
  for (const width of [769, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    for (const name of ['Previous', 'Next', 'Close']) {
      const arrow = page.locator('#gallery').getByRole('button', { name });
      await arrow.hover();
      const tooltip = await arrow.evaluate((button) => {
        const { content, top, bottom, left, right, width } = getComputedStyle(button, '::after');
        const box = button.getBoundingClientRect();
        return {
          content,
          from: Number.parseFloat(left) + box.left,
          to: box.right - Number.parseFloat(right),
          above: box.top + Number.parseFloat(top),
          below: box.bottom - Number.parseFloat(bottom),
          width: Number.parseFloat(width),
        };
      });
      expect(tooltip.content).toContain(await arrow.getAttribute('aria-label'));
      expect(tooltip.width).toBeGreaterThan(20);
      expect(Math.min(tooltip.from, tooltip.above)).toBeGreaterThanOrEqual(0);
      expect(tooltip.to <= width).toBe(true);
      expect(tooltip.below <= 700).toBe(true);
    }
  }
  await page.keyboard.press('Escape');
  await isBackOnPage(page);

  await page.goto('/en');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  expect(await iconsWithoutTooltip(page)).toEqual([]);

  await enter(context, baseURL, accountsOf('header').rich);
  await page.goto('/en');
  await page
    .getByRole('button', { name: /credits/i })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Credits' })).toBeVisible();
  expect(await iconsWithoutTooltip(page)).toEqual([]);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } });

  test('a tooltip does not remain after a touch and appears on keyboard focus', async ({ page }) => {
    await page.goto(`/en/profile/${NAME}`);
    await page.locator('[data-gallery-item]').first().tap();
    const next = page.locator('#gallery').getByRole('button', { name: 'Next' });
    const content = () => next.evaluate((one) => getComputedStyle(one, '::after').content);
    await next.tap();
    // After a tap, a device without hover keeps the hover state; its keyboard moves the focus.
    await next.hover();
    expect(await content()).toBe('none');
    await page.keyboard.press('Tab');
    await next.focus();
    expect(await content()).toContain('Next');
  });
});
