import type { Page } from '@playwright/test';
import { type PlayerConfig, playerConfigSchema } from '@vonk/media';
import { bundlePlayer, type PlayerWindow } from '@vonk/media/testing/browser';
import { pathOf } from '#contract/endpoint.ts';
import { listCamBacks, watchCamBack } from '#contract/studio/cam-back-calls.ts';
import { studioLogin } from '#contract/studio/studio-calls.ts';

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

/** Logs a performer in without a browser and returns the calls about members' cameras. */
export async function studioCamera({ performer, origin }: { performer: string; origin: string }) {
  let token = '';
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(origin + path, {
      method,
      headers: {
        'api-key': 'vonk-web',
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const login = await ask('POST', pathOf(studioLogin), { username: performer, password: 'Studio1234' });
  ({ token } = studioLogin.output.parse(login.body));
  return {
    cameras: async () => listCamBacks.output.parse((await ask('GET', pathOf(listCamBacks))).body).cameras,
    /** Null if the call is refused. */
    target: async (session: string): Promise<PlayerConfig | null> => {
      const { status, body } = await ask('GET', pathOf(watchCamBack, { session }));
      return status === 200 ? playerConfigSchema.parse(body) : null;
    },
  };
}

/** Plays a camera with the product's player, in a video element added to the page. */
export async function playCamera(page: Page, config: PlayerConfig): Promise<void> {
  await page.evaluate(await bundlePlayer());
  await page.evaluate((playerConfig) => {
    const video = document.body.appendChild(document.createElement('video'));
    (window as unknown as PlayerWindow).player.play(playerConfig, video);
  }, config);
}
