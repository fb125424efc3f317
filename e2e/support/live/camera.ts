import type { Page } from '@playwright/test';

/** Keeps every track that the page's cameras ever had; an init script. */
export function recordTracks(): void {
  const tracks: MediaStreamTrack[] = [];
  Object.assign(window, { tracks });
  const { mediaDevices } = navigator;
  const native = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => {
    const stream = await native(wanted);
    tracks.push(...stream.getTracks());
    return stream;
  };
}

/** Kinds of the tracks that are still live. */
export const openTracks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (window as unknown as { tracks: MediaStreamTrack[] }).tracks
      .filter(({ readyState }) => readyState === 'live')
      .map(({ kind }) => kind)
      .sort(),
  );
