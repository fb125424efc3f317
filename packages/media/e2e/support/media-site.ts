import { expect, type Page } from '@playwright/test';
import { Hono } from 'hono';
import { createEmbeddedMedia } from '../../embedded/embedded.ts';
import type { SfuOptions } from '../../embedded/sfu/index.ts';
import { createJanusMedia } from '../../janus/index.ts';
import type { IceConfig, PlayerConfig } from '../../port/player-config.ts';
import type { ServedMedia } from '../../port/served.ts';
import type { OwnJanus } from '../../testing/janus/own-janus.ts';
import { listen } from '../../testing/network.ts';
import { openRoughNetwork, type RoughNetwork } from '../../testing/rough-network/rough-network.ts';
import { base } from './media-fixtures.ts';
import { bundlePlayer, type PlayerWindow } from './player-page.ts';

export { openRoughNetwork, type RoughNetwork };

/** A page with only the product's player. As in the product, the video's box does not depend on the picture's size. */
const page = `<!doctype html><html lang="en"><title>Media</title><link rel="icon" href="data:,">
<style>body{margin:0}video{display:block;width:100vw;height:100vh;object-fit:contain}</style>
<video id="screen"></video><script src="/player.js"></script></html>`;

export interface MediaSite {
  media: ServedMedia;
  url: string;
  /** The right of each opened session, in order. */
  opened: readonly unknown[];
  /** Right and reason of each ended session, in order. */
  ended: readonly unknown[];
  /** Kills the media server; connected peers notice only its silence. */
  kill(): Promise<void>;
  revive(): Promise<void>;
  /** The network between the media server and clients of this path. */
  networkAt(path: string): RoughNetwork | null;
  close(): Promise<void>;
}

interface MediaSiteOptions {
  ice?: IceConfig;
  /** Janus instead of the embedded media server. */
  janus?: OwnJanus | null;
  /** The network for new clients of a path; direct by default. */
  networkOf?: (path: string) => RoughNetwork | null;
}

/** Serves the page, the player and a media server on a free port. */
export async function openMediaSite(options: MediaSiteOptions = {}): Promise<MediaSite> {
  const { ice, janus, networkOf = () => null } = options;
  const script = await bundlePlayer();
  const opened: unknown[] = [];
  const ended: unknown[] = [];
  const log: SfuOptions['log'] = (event, { right, reason }) => {
    if (event === 'media.session.opened') opened.push(right);
    if (event === 'media.session.ended') ended.push({ right, reason });
  };
  const secret = 'only for this test, and long enough';
  const start = (): ServedMedia =>
    janus
      ? createJanusMedia({ janus: janus.config, secret, redis: null, ice, log })
      : createEmbeddedMedia({ secret, ice, log });
  let media: ServedMedia | null = start();
  const app = new Hono()
    .get('/', (c) => c.html(page))
    .get('/player.js', (c) => c.body(script, 200, { 'Content-Type': 'text/javascript' }))
    .all('/media/*', async (c) => {
      if (!media) return c.body(null, 502);
      const response = await new Hono().route('/media', media.routes()).fetch(c.req.raw);
      return networkOf(c.req.path)?.rerouted(response) ?? response;
    });
  const listening = await listen(app);
  const detach = media.attach?.(listening.server);
  return {
    opened,
    ended,
    get media() {
      if (!media) throw new Error('The media server is not running');
      return media;
    },
    url: listening.origin,
    kill: async () => {
      // With Janus, only Janus is killed; the product in front of it continues.
      if (janus) return janus.kill();
      await media?.close();
      media = null;
    },
    revive: async () => {
      if (janus) await janus.start();
      else media = start();
    },
    networkAt: networkOf,
    close: async () => {
      detach?.();
      await media?.close();
      await listening.close();
    },
  };
}

interface SiteFixtures {
  /** Opens a site with the worker's media server until the end of the test. */
  openSite(options?: Omit<MediaSiteOptions, 'janus'>): Promise<MediaSite>;
}

/** Playwright's test for journeys with a media server and without the product. */
export const test = base.extend<SiteFixtures>({
  openSite: async ({ janus }, use) => {
    const sites: MediaSite[] = [];
    await use(async (options) => {
      const site = await openMediaSite({ ...options, janus });
      sites.push(site);
      return site;
    });
    for (const site of sites) await site.close();
  },
});

/** Options of a camera; several encodings make several layers. */
interface CameraOptions {
  mimeType?: string | undefined;
  size?: { width: number; height: number };
  sendEncodings?: RTCRtpEncodingParameters[];
  /** Sends noise instead of the camera's picture, so that it uses all available bandwidth. */
  restless?: boolean;
}

/** Publishes the browser's fake camera like an encoder. */
export async function publishCamera(site: MediaSite, page: Page, options: CameraOptions = {}): Promise<void> {
  const { mimeType = 'video/VP8', size = { width: 640, height: 480 }, sendEncodings = [{}] } = options;
  const { restless = false } = options;
  const { url, token, iceServers } = await site.media.publishTarget('lounge', 'publisher-1');
  await page.goto(site.url);
  await page.evaluate(
    async ({ url, token, iceServers, mimeType, size, sendEncodings, restless }) => {
      /** Noise that moves farther than an encoder's motion search reaches. */
      function drawing(): MediaStreamTrack[] {
        const [noise, canvas] = [document.createElement('canvas'), document.createElement('canvas')];
        for (const each of [noise, canvas]) Object.assign(each, size);
        const brush = canvas.getContext('2d');
        const pixels = new ImageData(size.width, size.height);
        for (let at = 0; at < pixels.data.length; at += 4) {
          const grey = 128 + 60 * Math.sin(at / 900) + 20 * Math.random();
          pixels.data.set([grey, grey, 255 - grey, 255], at);
        }
        noise.getContext('2d')?.putImageData(pixels, 0, 0);
        const draw = () => {
          const [x, y] = [Math.random() * size.width, Math.random() * size.height];
          for (const [left, top] of [
            [0, 0],
            [size.width, 0],
            [0, size.height],
            [size.width, size.height],
          ] as const)
            brush?.drawImage(noise, left - x, top - y);
        };
        setInterval(draw, 1000 / 30);
        return canvas.captureStream(30).getTracks();
      }
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: true,
        video: restless ? false : size,
      });
      if (restless) for (const track of drawing()) stream.addTrack(track);
      const pc = new RTCPeerConnection({ iceServers: iceServers as RTCIceServer[] });
      for (const track of stream.getTracks()) {
        const encodings = track.kind === 'video' ? { sendEncodings } : {};
        pc.addTransceiver(track, { direction: 'sendonly', ...encodings });
      }
      const codecs = RTCRtpSender.getCapabilities('video')?.codecs ?? [];
      pc.getTransceivers()
        .find(({ sender }) => sender.track?.kind === 'video')
        ?.setCodecPreferences(codecs.filter((codec) => [mimeType, 'video/rtx'].includes(codec.mimeType)));
      await pc.setLocalDescription();
      const headers = { 'Content-Type': 'application/sdp', Authorization: `Bearer ${token}` };
      const response = await fetch(url, { method: 'POST', headers, body: pc.localDescription?.sdp ?? '' });
      if (response.status !== 201)
        throw new Error(`WHIP answered ${response.status}: ${await response.text()}`);
      const answer = await response.text();
      await pc.setRemoteDescription({ type: 'answer', sdp: answer });
      const location = response.headers.get('Location') ?? '';
      Object.assign(window, { publisher: pc, publication: { location, token } });
    },
    { url, token, iceServers, mimeType, size, sendEncodings, restless },
  );
  await expect.poll(() => site.media.room('lounge').packetsIn).toBeGreaterThan(0);
}

/** Starts the player; returns when, in ms since 1970. */
export async function watchRoom(site: MediaSite, page: Page, subject = 'anna'): Promise<number> {
  const config: PlayerConfig = await site.media.playTarget('lounge', subject);
  await rerouteLines(site, page);
  await page.goto(site.url);
  return page.evaluate((target) => {
    const video = document.querySelector('video');
    const askedAt = Date.now();
    if (video) (window as unknown as PlayerWindow).player.play(target, video);
    return askedAt;
  }, config);
}

/** Reroutes Janus' offers in the page: they arrive over a WebSocket, which the site cannot change. */
async function rerouteLines(site: MediaSite, page: Page): Promise<void> {
  const network = site.networkAt('/media/janus');
  if (!network) return;
  await page.routeWebSocket('**/media/janus', (line) => {
    let last = Promise.resolve();
    line.connectToServer().onMessage((message) => {
      last = last.then(async () => line.send(await rerouteMessage(network, String(message))));
    });
  });
}

async function rerouteMessage(network: RoughNetwork, text: string): Promise<string> {
  const message = JSON.parse(text) as { jsep?: { sdp: string } };
  if (message.jsep) message.jsep.sdp = await network.reroute(message.jsep.sdp);
  return JSON.stringify(message);
}
