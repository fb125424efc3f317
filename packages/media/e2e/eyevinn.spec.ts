import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { build } from 'esbuild';
import type { EyevinnWindow } from './support/eyevinn.ts';
import { type MediaSite, openMediaSite, publishCamera, watchRoom } from './support/media-site.ts';

let site: MediaSite;
let script: string;

test.beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('support/eyevinn.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  });
  script = outputFiles[0]?.text ?? '';
});
test.beforeEach(async () => {
  site = await openMediaSite();
});
test.afterEach(() => site.close());

async function open(page: Page): Promise<void> {
  await page.goto(site.url);
  await page.addScriptTag({ content: script });
}

test('Eyevinn’s WHIP client publishes, and its DELETE ends the broadcast', async ({ page, context }) => {
  await open(page);
  const { url, token } = await site.media.publishTarget('lounge', 'publisher-1');
  await page.evaluate(
    async ({ url, token }) => {
      const there = window as unknown as EyevinnWindow;
      const endpoint = new URL(url, location.href).href;
      there.ingest = new there.eyevinn.WHIPClient({ endpoint, opts: { authkey: token } });
      await there.ingest.ingest(await navigator.mediaDevices.getUserMedia({ audio: true, video: true }));
    },
    { url, token },
  );
  await expect.poll(() => site.media.room('lounge').publishing).toBe(true);
  const viewer = await context.newPage();
  await watchRoom(site, viewer);
  await expect.poll(() => site.media.room('lounge').packetsOut).toBeGreaterThan(50);
  await page.evaluate(async () => {
    const { ingest } = window as unknown as EyevinnWindow;
    await ingest?.destroy();
  });
  await expect.poll(() => site.media.room('lounge').publishing).toBe(false);
});

test('Eyevinn’s WHEP player shows the room’s picture', async ({ page, context }) => {
  await publishCamera(site, await context.newPage());
  await open(page);
  const config = await site.media.playTarget('lounge', 'anna');
  if (config.agent !== 'whep') throw new Error(`The room is played by ${config.agent}`);
  await page.evaluate(
    async ({ url, token }) => {
      const there = window as unknown as EyevinnWindow;
      const video = document.querySelector('video');
      if (!video) throw new Error('The page has no video');
      video.muted = true;
      there.watching = new there.eyevinn.WebRTCPlayer({ video, type: 'whep' });
      await there.watching.load(new URL(url, location.href), `Bearer ${token}`);
      await video.play();
    },
    { url: config.url, token: config.token },
  );
  const frames = () =>
    page.evaluate(() => document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0);
  await expect.poll(frames).toBeGreaterThan(10);
  expect(await page.evaluate(() => document.querySelector('video')?.videoWidth)).toBeGreaterThan(0);
  expect(site.media.viewer('anna')).toMatchObject({ connected: true });
});
