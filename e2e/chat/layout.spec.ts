import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { accountsOf } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { enter, expectPictures } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('watch');

const screens = [
  { width: 320, height: 640, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'light' },
  { width: 844, height: 390, scheme: 'dark' },
  { width: 768, height: 1024, scheme: 'light' },
  { width: 1440, height: 900, scheme: 'light' },
  { width: 1920, height: 1080, scheme: 'dark' },
] as const;

/** Widths at which accessibility is checked: with the chat over the picture, and beside it. */
const checked: ReadonlySet<number> = new Set([390, 1440]);

/** Positions of the parts in whole px. */
const boxesOf = (page: Page) =>
  page.evaluate(() => {
    const box = (selector: string) => {
      const { x, y, width, height } =
        document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
    };
    const video = document.querySelector('video');
    return {
      frame: box('.stream-frame'),
      video: box('video'),
      panel: box('.stream-panel'),
      header: box('header'),
      fit: video && getComputedStyle(video).objectFit,
      ground: getComputedStyle(document.querySelector('.stream-panel') ?? document.body).backgroundColor,
      page: getComputedStyle(document.documentElement).backgroundColor,
      overflow: document.documentElement.scrollWidth - window.innerWidth,
    };
  });

/** Expects the picture to fill the screen under the chat, or to stand uncropped beside it. */
async function expectFilled(page: Page, { width, height, scheme }: (typeof screens)[number]): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
  await expect.poll(async () => (await boxesOf(page)).frame.width).toBeGreaterThan(width / 2);
  const isPhone = width < 1024;
  // The header needs a moment to fold away.
  if (isPhone)
    await expect
      .poll(async () => {
        const { y, height } = (await boxesOf(page)).header;
        return y + height;
      })
      .toBeLessThanOrEqual(0);
  const { frame, video, panel, fit, ground, overflow } = await boxesOf(page);
  expect(overflow).toBe(0);
  if (!isPhone) {
    expect(video).toEqual(frame);
    expect(fit).toBe('contain');
    expect(panel.x).toBeGreaterThan(frame.x + frame.width);
    expect(panel.y + panel.height).toBeLessThanOrEqual(height);
  } else {
    expect(fit).toBe('cover');
    expect(ground).toBe('rgba(0, 0, 0, 0.5)');
    expect(frame).toEqual({ x: 0, y: 0, width, height });
    // In landscape the picture is beside the chat, so that the face is visible.
    expect(video).toEqual({ ...frame, width: width > height ? width - 352 : width });
    // In portrait the chat is at most 400 px and 55 % of the height; in landscape it is on the right.
    const lower = { x: 0, width, height: Math.min(400, Math.round(height * 0.55)) };
    expect(panel).toMatchObject(width > height ? { x: width - 352, y: 0, height } : lower);
    expect(panel.y + panel.height).toBe(height);
  }
}

test('P2.48 L3.10 L9.8 the picture fills every screen, and opening the chat in another tab ends it here', async ({
  page,
  context,
  goLive,
  baseURL,
}) => {
  const { name: performer } = await goLive('free');
  await enter(context, baseURL, accounts.rich);
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  const grounds = new Set<string>();
  for (const screen of screens) {
    await expectFilled(page, screen);
    grounds.add((await boxesOf(page)).page);
    if (checked.has(screen.width)) await expectAccessible(page);
    await screenshot(page, `stream-${screen.width}`);
  }
  // Dark in every colour scheme.
  expect(grounds.size).toBe(1);
  const second = await context.newPage();
  await second.goto(`/stream/${performer}`);
  await expectPictures(second);
  await expect(page.getByRole('heading', { name: 'Je kijkt al in een ander tabblad' })).toBeVisible();
});

test('the chat is beside the picture in fullscreen', async ({ page, context, goLive, baseURL }) => {
  const { name: performer } = await goLive('free');
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(context, baseURL);
  await page.goto(`/en/stream/${performer}`);
  await expectPictures(page);
  await page.getByRole('button', { name: 'Full screen', exact: true }).click();
  const gap = async () => {
    const { frame, panel } = await boxesOf(page);
    return panel.x - (frame.x + frame.width);
  };
  await expect.poll(gap).toBe(0);
  expect((await boxesOf(page)).panel.width).toBe(384);
  await screenshot(page, 'stream-full');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('P2.51 L3.10 the chat covers the picture and can be hidden', async ({
    page,
    context,
    goLive,
    baseURL,
  }) => {
    const { name: performer } = await goLive('free');
    await enter(context, baseURL);
    await page.goto(`/en/stream/${performer}`);
    await expectPictures(page);
    const panel = page.getByRole('tablist');
    await expect(panel).toBeVisible();
    await screenshot(page, 'stream-guest');
    await page.getByRole('button', { name: 'Hide the chat' }).click();
    await expect(panel).toBeHidden();
    await page.getByRole('button', { name: 'Show chat' }).click();
    await expect(panel).toBeVisible();
    // A tap on the picture does the same; price and Stop stay visible.
    await page.touchscreen.tap(60, 200);
    await expect(panel).toBeHidden();
    await expect(page.getByTestId('watched')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    await page.touchscreen.tap(60, 200);
    await expect(panel).toBeVisible();
    // The footer is shown below the picture but not below a form.
    const footer = page.getByRole('contentinfo');
    await expect(footer).toBeVisible();
    await page.getByRole('tab', { name: 'Tip' }).click();
    await expect(footer).toBeHidden();
    await page.getByRole('tab', { name: 'Chat' }).click();
    await expect(footer).toBeVisible();
    await expectAccessible(page);
  });
});
