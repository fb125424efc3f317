// biome-ignore-all lint/plugin/sleeps: rates are measured in real time
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page, test } from '@playwright/test';
import { estimate } from '../embedded/sfu/layers/testing.ts';
import { createTestPeer } from '../testing/whip-client.ts';
import { recordConnections, statsOf } from './support/connections.ts';
import {
  type MediaSite,
  openMediaSite,
  openRoughNetwork,
  publishCamera,
  type RoughNetwork,
  watchRoom,
} from './support/media-site.ts';
import { framesOf } from './support/player-page.ts';

/** 500 kbit/s behind a router with a queue of one second. */
const thin = { bytesPerSecond: 500_000 / 8, queueBytes: 64 * 1024, delayMs: 20 };

/**
 * ms until the server knows the line's bandwidth (a player sends its estimate after four seconds), and ms over which
 * frames are counted. Counting repeats: the machine may be busy.
 */
const settleMs = 8000;
const countMs = 5000;
const stretches = 5;

let site: MediaSite;
let network: RoughNetwork;
/** Line of the viewers that join next. */
let line: RoughNetwork | null;
test.beforeEach(async () => {
  line = null;
  network = openRoughNetwork();
  network.set(thin, 'down');
  site = await openMediaSite({ networkOf: () => line });
});
test.afterEach(async () => {
  await site.close();
  network.close();
});

/** Frames per second on a thin line, once the server knows it: of the first stretch with `enough`, or else the best. */
async function watchByThinLine(viewer: Page, enough: number): Promise<number> {
  line = network;
  await watchRoom(site, viewer);
  await expect.poll(() => framesOf(viewer)).toBeGreaterThan(0);
  await sleep(settleMs);
  let best = 0;
  for (let stretch = 0; stretch < stretches && best < enough; stretch += 1) {
    const [before, beganAt] = [await framesOf(viewer), performance.now()];
    await sleep(countMs);
    best = Math.max(best, ((await framesOf(viewer)) - before) / ((performance.now() - beganAt) / 1000));
  }
  test.info().annotations.push({ type: 'thin line', description: `${best.toFixed(1)} frames a second` });
  return best;
}

/** bit/s of each size that the publisher sends. */
async function ratesOf(camera: Page, seconds: number): Promise<number[]> {
  const read = async () => {
    const stats = await statsOf<RTCOutboundRtpStreamStats>(camera, 'outbound-rtp');
    return new Map(stats.filter(({ kind }) => kind === 'video').map((one) => [one.id, one.bytesSent ?? 0]));
  };
  const before = await read();
  await sleep(seconds * 1000);
  return [...(await read())].map(([id, bytes]) => ((bytes - (before.get(id) ?? 0)) * 8) / seconds);
}

test('a viewer sees at least eight frames per second of a picture that exceeds its line', async ({
  page,
}) => {
  await page.addInitScript(recordConnections, false);
  await publishCamera(site, page, { restless: true, sendEncodings: [{ maxBitrate: 700_000 }] });
  // The encoder follows the room's median estimate, and most viewers have good lines.
  const others = [await watchByWideLine(site, 'bert'), await watchByWideLine(site, 'carl')];
  const [rate, [taken = 0]] = await Promise.all([
    watchByThinLine(await page.context().newPage(), 8),
    sleep(settleMs).then(() => ratesOf(page, 5)),
  ]);
  expect(taken).toBeGreaterThan(550_000);
  expect(rate).toBeGreaterThanOrEqual(8);
  // All joined at the first attempt.
  expect(site.opened).toEqual(['publish', 'view', 'view', 'view']);
  await Promise.all(others.map((other) => other.close()));
});

test('a viewer with a thin line sees all frames of the size that fits', async ({ page }) => {
  await page.addInitScript(recordConnections, false);
  await publishCamera(site, page, {
    restless: true,
    sendEncodings: [
      { rid: 'small', scaleResolutionDownBy: 2, maxBitrate: 250_000 },
      { rid: 'large', maxBitrate: 900_000 },
    ],
  });
  const viewer = await page.context().newPage();
  const [rate, rates] = await Promise.all([
    watchByThinLine(viewer, 10),
    sleep(settleMs).then(() => ratesOf(page, 5)),
  ]);
  expect(Math.max(...rates)).toBeGreaterThan(600_000);
  await expect(viewer.locator('video')).toHaveJSProperty('videoWidth', 320);
  expect(rate).toBeGreaterThanOrEqual(10);
  expect(site.opened).toEqual(['publish', 'view']);
});

/** bit/s */
const wide = 3_000_000;

/** A viewer without a screen that reports a wide line, so that the room's median estimate is high. */
async function watchByWideLine(site: MediaSite, subject: string): Promise<{ close(): Promise<void> }> {
  const peer = await createTestPeer({ direction: 'recvonly' });
  const config = await site.media.playTarget('lounge', subject);
  if (config.agent !== 'whep') throw new Error(`There is no player for ${config.agent}`);
  const answered = await fetch(new URL(config.url, site.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${config.token}`, 'Content-Type': 'application/sdp' },
    body: peer.offer,
  });
  if (answered.status !== 201) throw new Error(`WHEP answered ${answered.status}`);
  await peer.accept(await answered.text());
  const telling = setInterval(() => estimate(peer, wide), 500);
  return {
    close: () => {
      clearInterval(telling);
      return peer.close();
    },
  };
}
