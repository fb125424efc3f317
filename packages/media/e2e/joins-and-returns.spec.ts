import { expect, type Page } from '@playwright/test';
import { recordConnections } from './support/connections.ts';
import { type MediaSite, publishCamera, test, watchRoom } from './support/media-site.ts';
import { expectFrames, openPages, type PlayerWindow, playing, stateOf } from './support/player-page.ts';
import { restartIce, usedFragments } from './support/restart-ice.ts';

let site: MediaSite;
test.beforeEach(async ({ openSite }) => {
  site = await openSite();
});

const publish = (page: Page) => publishCamera(site, page);
const watch = (page: Page) => watchRoom(site, page);

test('a viewer that joins in the middle of a broadcast gets a key frame', async ({ page }) => {
  const { camera, viewer } = await openPages(page);
  await publish(camera);
  // The key frames of the publisher's start are gone, and browsers send none unrequested.
  await expect.poll(() => site.media.room('lounge').packetsIn).toBeGreaterThan(100);
  const askedAt = await watch(viewer);
  await playing(viewer);
  const stats = await viewer.evaluate(() => (window as unknown as PlayerWindow).player.playerStats());
  const waited = (stats?.firstFrameAt ?? 0) - askedAt;
  test.info().annotations.push({ type: 'first picture', description: `${waited} ms` });
  expect(waited).toBeGreaterThan(0);
});

test('a viewer that joins before the publisher sees the stream when it begins', async ({ page }) => {
  const { camera, viewer } = await openPages(page);
  await watch(viewer);
  await expect
    .poll(() => viewer.evaluate(() => (window as unknown as PlayerWindow).player.$player.get().state))
    .toEqual({ name: 'connecting', trouble: 'player.waiting' });
  await publish(camera);
  await playing(viewer);
});

test('the picture continues after an encoder restart', async ({ page, media }) => {
  const { camera, viewer } = await openPages(page);
  await publish(camera);
  await watch(viewer);
  await playing(viewer);
  await publish(camera);
  await expectFrames(viewer);
  await playing(viewer);
  // Janus binds a viewer to one publisher, so its player reconnects.
  const again = media === 'janus' ? ['view'] : [];
  expect(site.opened).toEqual(['publish', 'view', 'publish', ...again]);
});

test('the picture continues in the same session after the publisher restarts ICE', async ({ page }) => {
  await page.addInitScript(recordConnections, false);
  const { camera, viewer } = await openPages(page);
  await publish(camera);
  await watch(viewer);
  await playing(viewer);
  const before = await usedFragments(camera);
  await restartIce(camera);
  // Media uses a candidate pair with the new user names on both sides.
  await expect
    .poll(async () => {
      const now = await usedFragments(camera);
      return now.length === 2 && now.every((name) => !before.includes(name));
    })
    .toBe(true);
  const packets = site.media.room('lounge').packetsIn;
  await expect.poll(() => site.media.room('lounge').packetsIn).toBeGreaterThan(packets + 100);
  await expectFrames(viewer);
  expect(site.opened).toEqual(['publish', 'view']);
});

test('the picture returns after the media server was killed', async ({ page }) => {
  const { camera, viewer } = await openPages(page);
  await publish(camera);
  await watch(viewer);
  await playing(viewer);
  await site.kill();
  await expect.poll(() => stateOf(viewer)).not.toBe('playing');
  await site.revive();
  await publish(camera);
  await playing(viewer);
  await expectFrames(viewer);
});
