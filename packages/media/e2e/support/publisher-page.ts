import { expect, type Page } from '@playwright/test';
import type * as publishing from '../../publisher/index.ts';
import type { MediaSite } from './media-site.ts';
import { bundlePublisher, type PlayerWindow } from './player-page.ts';

type PublisherWindow = PlayerWindow & {
  publishing: typeof publishing;
  live?: publishing.Publisher;
  /** In order, without repetitions. */
  phases?: publishing.PublishPhase[];
};

/** Publishes the browser's camera and microphone with the product's publisher, and waits until it is live. */
export async function goLive(site: MediaSite, page: Page): Promise<void> {
  const issued = await site.media.publishTarget('lounge', 'publisher-1');
  await page.goto(site.url);
  await page.addScriptTag({ content: await bundlePublisher() });
  await page.evaluate(async (target) => {
    const { publishing } = window as unknown as PublisherWindow;
    const stream = await navigator.mediaDevices.getUserMedia({ video: true, audio: true });
    const [camera = null] = stream.getVideoTracks();
    const [microphone = null] = stream.getAudioTracks();
    const live = publishing.createPublisher({ target, camera, microphone });
    const phases: publishing.PublishPhase[] = [];
    live.$publisher.subscribe(({ phase }) => {
      if (phases.at(-1) !== phase) phases.push(phase);
    });
    Object.assign(window, { live, phases });
    live.start();
  }, issued);
  await expect.poll(async () => (await viewOf(page)).phase).toBe('live');
}

/** Phases of the page's publisher so far. */
export const phasesOf = (page: Page): Promise<publishing.PublishPhase[]> =>
  page.evaluate(() => (window as unknown as PublisherWindow).phases ?? []);

/** State of the page's publisher. */
export async function viewOf(page: Page): Promise<publishing.PublisherView> {
  const json = await page.evaluate(() =>
    JSON.stringify((window as unknown as PublisherWindow).live?.$publisher.get()),
  );
  return JSON.parse(json);
}

/** Replaces the camera by the same device, opened again; returns whether the new track is enabled. */
export const replaceCamera = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const { live } = window as unknown as PublisherWindow;
    const [camera] = (await navigator.mediaDevices.getUserMedia({ video: true })).getVideoTracks();
    if (!camera) throw new Error('there is no camera');
    await live?.replaceTrack(camera);
    return camera.enabled;
  });

export const mute = (page: Page, source: publishing.SourceName, isMuted = true): Promise<void> =>
  page.evaluate(([name, muted]) => (window as unknown as PublisherWindow).live?.setMuted(name, muted), [
    source,
    isMuted,
  ] as const);

export const closePublisher = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as PublisherWindow).live?.close());

/** Mean brightness of the page's video, 0 to 255; black is 0. */
export const brightnessOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const video = document.querySelector('video');
    const brush = Object.assign(document.createElement('canvas'), { width: 32, height: 18 }).getContext('2d');
    if (!video || !brush) throw new Error('there is no picture');
    brush.drawImage(video, 0, 0, 32, 18);
    const pixels = brush.getImageData(0, 0, 32, 18).data.filter((_, at) => at % 4 !== 3);
    return pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
  });
