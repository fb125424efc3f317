import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page, test } from '@playwright/test';
import { recordConnections, reportsOf } from './support/connections.ts';
import {
  type MediaSite,
  openMediaSite,
  openRoughNetwork,
  publishCamera,
  type RoughNetwork,
  watchRoom,
} from './support/media-site.ts';
import { framesOf } from './support/player-page.ts';
import { watchByWideLine } from './support/wide-viewer.ts';

/** 500 kbit/s behind a router that lets a second of it wait. */
const thin = { bytesPerSecond: 500_000 / 8, queueBytes: 64 * 1024, delayMs: 20 };

/**
 * ms in which the server finds out what the line carries (a player tells its estimate after four seconds), and ms over which
 * frames are counted: once where all is well, and again where the machine was busy meanwhile. A line that stays full never has
 * a good stretch.
 */
const settleMs = 8000;
const countMs = 5000;
const stretches = 5;

let site: MediaSite;
let network: RoughNetwork;
/** Of those who come next. */
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

/** Frames a second that a viewer sees whose line is thin, once that is known: of the first stretch with `enough`, or the best. */
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

/** bit/s that each picture of the publisher takes. */
async function ratesOf(camera: Page, seconds: number): Promise<number[]> {
  const read = async () => {
    const reports = await reportsOf<RTCOutboundRtpStreamStats>(camera, 'outbound-rtp');
    return new Map(reports.filter(({ kind }) => kind === 'video').map((one) => [one.id, one.bytesSent ?? 0]));
  };
  const before = await read();
  await sleep(seconds * 1000);
  return [...(await read())].map(([id, bytes]) => ((bytes - (before.get(id) ?? 0)) * 8) / seconds);
}

test('of a picture that takes more than its line a viewer sees eight frames a second and more', async ({
  page,
}) => {
  await page.addInitScript(recordConnections, false);
  await publishCamera(site, page, { restless: true, sendEncodings: [{ maxBitrate: 700_000 }] });
  // The encoder follows the room's median, and most have good lines.
  const others = [await watchByWideLine(site, 'bert'), await watchByWideLine(site, 'carl')];
  const [rate, [taken = 0]] = await Promise.all([
    watchByThinLine(await page.context().newPage(), 8),
    sleep(settleMs).then(() => ratesOf(page, 5)),
  ]);
  expect(taken).toBeGreaterThan(550_000);
  expect(rate).toBeGreaterThanOrEqual(8);
  // At the first attempt: nobody had to come again.
  expect(site.opened).toEqual(['publish', 'view', 'view', 'view']);
  await Promise.all(others.map((other) => other.close()));
});

test('of two sizes of a picture a viewer with a thin line sees the one that fits, whole', async ({
  page,
}) => {
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
