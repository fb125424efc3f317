import { expect, type Page, test } from '@playwright/test';
import {
  type MediaSite,
  openMediaSite,
  openRoughNetwork,
  type PlayerWindow,
  publishCamera,
  type RoughNetwork,
  watchRoom,
} from '../support/media.ts';

const viewers = 3;

let site: MediaSite;
let network: RoughNetwork;
test.beforeEach(async () => {
  network = openRoughNetwork({ loss: 0.05, jitterMs: 50 }, 5);
  site = await openMediaSite({ networkOf: () => network });
});
test.afterEach(async () => {
  await site.close();
  network.close();
});

const firstFrameAt = (page: Page) =>
  page.evaluate(() => (window as unknown as PlayerWindow).player.playerStats()?.firstFrameAt ?? null);

test('everybody who comes over a network that loses a twentieth sees the picture, at the first attempt', async ({
  page,
}) => {
  await publishCamera(site, page);
  for (let index = 0; index < viewers; index += 1) {
    const viewer = await page.context().newPage();
    const askedAt = await watchRoom(site, viewer, `viewer-${index}`);
    await expect.poll(() => firstFrameAt(viewer)).not.toBeNull();
    const waited = ((await firstFrameAt(viewer)) ?? 0) - askedAt;
    test.info().annotations.push({ type: 'first picture', description: `${waited} ms` });
    await viewer.close();
  }
  expect(site.opened).toEqual(['publish', ...Array(viewers).fill('view')]);
  expect(network.counts.lost).toBeGreaterThan(0);
});
