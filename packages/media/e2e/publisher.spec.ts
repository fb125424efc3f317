import { expect, type Page } from '@playwright/test';
import { type MediaSite, test, watchRoom } from './support/media-site.ts';
import { framesOf } from './support/player-page.ts';
import {
  brightnessOf,
  closePublisher,
  goLive,
  mute,
  phasesOf,
  replaceCamera,
  viewOf,
} from './support/publisher-page.ts';

let site: MediaSite;
test.beforeEach(async ({ openSite }) => {
  site = await openSite();
});

/** Expects the decoder to produce more frames. */
async function expectFrames(page: Page): Promise<void> {
  const before = await framesOf(page);
  await expect.poll(() => framesOf(page)).toBeGreaterThan(before + 5);
}

async function openViewer(camera: Page): Promise<Page> {
  const viewer = await camera.context().newPage();
  await watchRoom(site, viewer);
  await expectFrames(viewer);
  return viewer;
}

test('a camera goes live, returns after a lost connection, and ends its session when it closes', async ({
  page,
}) => {
  await goLive(site, page);
  const viewer = await openViewer(page);
  await expect.poll(async () => (await viewOf(page)).sent?.layers.length).toBeGreaterThan(1);
  const { sent } = await viewOf(page);
  expect(sent?.videoBitrate).toBeGreaterThan(50_000);
  expect(sent?.audioBitrate).toBeGreaterThan(1000);

  site.media.closeRoom('lounge');
  await expect.poll(() => phasesOf(page)).toEqual(['idle', 'connecting', 'live', 'reconnecting', 'live']);
  await expectFrames(viewer);

  await closePublisher(page);
  await expect.poll(() => site.ended).toContainEqual({ right: 'publish', reason: 'deleted' });
  expect((await phasesOf(page)).at(-1)).toBe('closed');
  await expect.poll(() => site.media.room('lounge').publishing).toBe(false);
});

test('a replaced camera stays muted until it is unmuted, and its session ends with the page', async ({
  page,
}) => {
  await goLive(site, page);
  const viewer = await openViewer(page);
  await expect.poll(() => brightnessOf(viewer)).toBeGreaterThan(30);
  await mute(page, 'camera');
  await expect.poll(() => brightnessOf(viewer)).toBeLessThan(10);
  expect(await replaceCamera(page)).toBe(false);
  expect((await viewOf(page)).camera).toEqual({ isMuted: true, isMutedBySystem: false, isUnplugged: false });
  await expectFrames(viewer);
  expect(await brightnessOf(viewer)).toBeLessThan(10);
  await mute(page, 'camera', false);
  await expect.poll(() => brightnessOf(viewer)).toBeGreaterThan(30);

  // The fake microphone beeps once a second.
  await mute(page, 'microphone');
  await expect.poll(async () => (await viewOf(page)).notices.talkingWhileMuted).toBe(true);

  await page.goto('about:blank');
  // By its DELETE, or by the end of the connection if that arrives first.
  const reason = expect.stringMatching(/^(deleted|closed)$/);
  await expect.poll(() => site.ended).toContainEqual({ right: 'publish', reason });
});
