import type { Page } from '@playwright/test';
import { pathOf } from '#contract/endpoint.ts';
import {
  type PlayerConfig,
  playerConfigSchema,
  type WhepPlayerConfig,
  whepPlayerSchema,
} from '#contract/media/player.ts';
import { listCamBacks, watchCamBack } from '#contract/studio/cam-back-calls.ts';
import { studioLogin } from '#contract/studio/studio-calls.ts';

/** The performer's own calls about the cameras she is shown, from outside any browser. */
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
    config: async (session: string): Promise<PlayerConfig> =>
      playerConfigSchema.parse((await ask('GET', pathOf(watchCamBack, { session }))).body),
    /** Null where it is not found. */
    target: async (session: string): Promise<WhepPlayerConfig | null> => {
      const { status, body } = await ask('GET', pathOf(watchCamBack, { session }));
      return status === 200 ? whepPlayerSchema.parse(body) : null;
    },
  };
}

interface WatchingWindow {
  seen?: RTCPeerConnection;
}

/** Plays a camera on a page that shows nothing else: what the performer's page will do. Answers the server's status. */
export function playCamera(page: Page, config: WhepPlayerConfig): Promise<number> {
  return page.evaluate(async ({ url, token }) => {
    const pc = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
    for (const kind of ['audio', 'video']) pc.addTransceiver(kind, { direction: 'recvonly' });
    const video = document.body.appendChild(document.createElement('video'));
    Object.assign(video, { muted: true, autoplay: true });
    const stream = new MediaStream();
    video.srcObject = stream;
    pc.addEventListener('track', ({ track }) => stream.addTrack(track));
    await pc.setLocalDescription();
    const headers = { 'Content-Type': 'application/sdp', Authorization: `Bearer ${token}` };
    const answer = await fetch(url, { method: 'POST', headers, body: pc.localDescription?.sdp ?? '' });
    if (answer.status !== 201) return answer.status;
    await pc.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
    (window as WatchingWindow).seen = pc;
    return answer.status;
  }, config);
}

/** Pictures of the camera that came out of the page's decoder so far. */
export const cameraFrames = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const stats = await (window as WatchingWindow).seen?.getStats();
    const inbound = [...(stats?.values() ?? [])].filter(({ type }) => type === 'inbound-rtp');
    return inbound.reduce((sum, { framesDecoded = 0 }) => sum + framesDecoded, 0);
  });
