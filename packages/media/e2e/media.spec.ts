import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { PictureSize } from '../port/gateway.ts';
import { type MediaSite, publishCamera, test, watchRoom } from './support/media-site.ts';
import { expectFrames, openPages, type PlayerWindow, playing } from './support/player-page.ts';

let site: MediaSite;
test.beforeEach(async ({ openSite }) => {
  site = await openSite();
});

const publish = (page: Page, mimeType?: string) => publishCamera(site, page, { mimeType });
const watch = (page: Page) => watchRoom(site, page);

async function widthOfPicture(size: PictureSize): Promise<number> {
  const picture = await site.media.picture('lounge', size);
  return (await sharp(picture ?? undefined).metadata()).width;
}

for (const mimeType of ['video/VP8', 'video/H264']) {
  test(`L1.6 L4.38 a browser publishes ${mimeType} and another plays it, muted until asked`, async ({
    page,
  }) => {
    const { camera, viewer } = await openPages(page);
    await publish(camera, mimeType);
    await watch(viewer);
    await playing(viewer);
    await expectFrames(viewer);
    const screen = viewer.locator('video');
    await expect(screen).toHaveJSProperty('muted', true);
    await expect(screen).toHaveJSProperty('videoWidth', 640);
    await viewer.evaluate(() => (window as unknown as PlayerWindow).player.setMuted(false));
    await expect(screen).toHaveJSProperty('muted', false);
    expect(
      await viewer.evaluate(() => (window as unknown as PlayerWindow).player.$player.get().needsUnmute),
    ).toBe(false);
    expect(site.media.viewer('anna')).toMatchObject({ connected: true });
  });
}

for (const mimeType of ['video/VP8', 'video/H264']) {
  test(`a viewer with a good line sees the largest of three sizes of ${mimeType} that fits the window`, async ({
    page,
    media,
  }) => {
    const { camera, viewer } = await openPages(page);
    await publishCamera(site, camera, {
      mimeType,
      size: { width: 1280, height: 720 },
      // Janus assumes that the first is the largest; the embedded server checks.
      sendEncodings: [
        { rid: 'high' },
        { rid: 'middle', scaleResolutionDownBy: 2 },
        { rid: 'low', scaleResolutionDownBy: 4 },
      ],
    });
    await watch(viewer);
    await playing(viewer);
    await expect(viewer.locator('video')).toHaveJSProperty('videoWidth', 1280, { timeout: 60_000 });
    await expectFrames(viewer);
    if (mimeType === 'video/VP8') {
      expect(await widthOfPicture('small')).toBe(320);
      expect(await widthOfPicture('large')).toBe(1280);
    }
    // Janus does not know the window's size.
    if (media === 'janus') return;
    await viewer.setViewportSize({ width: 600, height: 300 });
    await expect(viewer.locator('video')).toHaveJSProperty('videoWidth', 640);
  });
}

test('a stopped player ends its session at once and keeps the reason', async ({ page }) => {
  const { camera, viewer } = await openPages(page);
  await publish(camera);
  await watch(viewer);
  await playing(viewer);
  await viewer.evaluate(() => (window as unknown as PlayerWindow).player.endPlayer('guest_expired'));
  await expect.poll(() => site.media.room('lounge').viewers).toBe(0);
  expect(await viewer.evaluate(() => (window as unknown as PlayerWindow).player.$player.get().state)).toEqual(
    {
      name: 'ended',
      reason: 'guest_expired',
    },
  );
});

test('L4.38 a dropped viewer does not return', async ({ page }) => {
  const { camera, viewer } = await openPages(page);
  await publish(camera);
  await watch(viewer);
  await playing(viewer);
  site.media.drop('anna');
  await expect
    .poll(() => viewer.evaluate(() => (window as unknown as PlayerWindow).player.$player.get().state), {
      timeout: 20_000,
    })
    .toEqual({ name: 'failed', label: 'player.unauthorized' });
  expect(site.media.room('lounge').viewers).toBe(0);
});

test('returns a picture of a browser’s broadcast', async ({ page }) => {
  await publish(page);
  // The fake camera shows a moving figure on a plain colour; an empty picture has no entropy.
  let picture: Buffer | null = null;
  await expect
    .poll(async () => {
      picture = await site.media.picture('lounge', 'large');
      return picture === null ? 0 : (await sharp(picture).stats()).entropy;
    })
    .toBeGreaterThan(0.2);
  const { width = 0, height = 0 } = await sharp(picture ?? undefined).metadata();
  expect(width / height).toBeCloseTo(4 / 3, 1);
});

// Janus does not detect a browser that vanishes: there the product ends its view.
test('a killed browser counts as gone and frees its seat', { tag: '@embedded' }, async ({
  page,
  playwright,
}) => {
  await publish(page);
  const { launchOptions = {} } = test.info().project.use;
  const other = await playwright.chromium.launchServer(launchOptions);
  const browser = await playwright.chromium.connect(other.wsEndpoint());
  const viewer = await browser.newPage();
  await watch(viewer);
  await playing(viewer);
  await other.kill();
  await expect.poll(() => site.media.viewer('anna')?.connected).toBe(false);
  expect(site.media.room('lounge').viewers).toBe(0);
});
