import type { Page } from '@playwright/test';

/** Init script that records every track of the page's cameras and microphones. */
export function recordTracks(): void {
  const tracks: MediaStreamTrack[] = [];
  Object.assign(window, { tracks });
  // Undefined in an empty page.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  if (!mediaDevices) return;
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
