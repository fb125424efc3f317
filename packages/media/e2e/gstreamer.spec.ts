import { expect, test } from '@playwright/test';
import {
  type GstreamerClient,
  type GstreamerOptions,
  publishByGstreamer,
  watchByGstreamer,
} from '../testing/clients/gstreamer.ts';
import { type MediaSite, openMediaSite, publishCamera, watchRoom } from './support/media-site.ts';

let site: MediaSite;
test.beforeEach(async () => {
  site = await openMediaSite();
});
test.afterEach(() => site.close());

for (const codec of ['VP8', 'H264'] as const) {
  test(`Chromium shows GStreamer’s broadcast in ${codec} until its DELETE`, async ({ page }) => {
    const publisher = await publishToSite(site, codec);
    try {
      await expect.poll(() => site.media.room('lounge').packetsIn).toBeGreaterThan(0);
      await watchRoom(site, page);
      const frames = () =>
        page.evaluate(() => document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0);
      await expect.poll(frames).toBeGreaterThan(30);
      expect(await page.evaluate(() => document.querySelector('video')?.videoWidth)).toBe(160);
      await publisher.stop();
      expect(site.media.room('lounge').publishing).toBe(false);
    } finally {
      await publisher.kill();
    }
  });

  test(`GStreamer decodes Chromium’s broadcast in ${codec}`, async ({ page }) => {
    await publishCamera(site, page, { mimeType: `video/${codec}` });
    const viewer = await watchSite(site, codec);
    try {
      await expect.poll(() => viewer.last('decoded')?.frames).toBeGreaterThan(30);
      await expect.poll(() => viewer.last('decoded')?.sounds).toBeGreaterThan(30);
      expect(viewer.last('decoded')?.size).toEqual({ width: 640, height: 480 });
      await viewer.stop();
      expect(site.media.viewer('gstreamer')?.connected).toBe(false);
    } finally {
      await viewer.kill();
    }
  });
}

type Codec = NonNullable<GstreamerOptions['codec']>;

/** Publishes with GStreamer to the site's media server, with trickled candidates. */
async function publishToSite({ media, url }: MediaSite, codec: Codec): Promise<GstreamerClient> {
  const target = await media.publishTarget('lounge', 'publisher-1');
  return publishByGstreamer({
    url: new URL(target.url, url).href,
    token: target.token,
    codec,
    trickles: true,
    repairs: true,
  });
}

async function watchSite({ media, url }: MediaSite, codec: Codec): Promise<GstreamerClient> {
  const config = await media.playTarget('lounge', 'gstreamer');
  if (config.agent !== 'whep') throw new Error(`The room is played by ${config.agent}`);
  return watchByGstreamer({
    url: new URL(config.url, url).href,
    token: config.token,
    codec,
    trickles: true,
    repairs: true,
  });
}
