import { expect, test } from '@playwright/test';
import { publishByFfmpeg } from '../testing/clients/ffmpeg.ts';
import { openMediaSite, watchRoom } from './support/media-site.ts';

test('Chromium shows FFmpeg’s broadcast until its DELETE', async ({ page }) => {
  const site = await openMediaSite();
  const { url, token } = await site.media.publishTarget('lounge', 'publisher-1');
  const broadcast = publishByFfmpeg({ url: new URL(url, site.url).href, token });
  try {
    await expect.poll(() => site.media.room('lounge').packetsIn).toBeGreaterThan(0);
    await watchRoom(site, page);
    const screen = page.locator('video');
    const frames = () =>
      screen.evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
    await expect.poll(frames).toBeGreaterThan(30);
    expect(await screen.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(160);
    await broadcast.stop();
    expect(site.media.room('lounge').publishing).toBe(false);
  } finally {
    await broadcast.kill();
    await site.close();
  }
});
