// biome-ignore-all lint/plugin/sleeps: rates are measured in real time
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { recordConnections, statsOf } from './support/connections.ts';
import {
  type MediaSite,
  openRoughNetwork,
  publishCamera,
  type RoughNetwork,
  test,
  watchRoom,
} from './support/media-site.ts';
import { framesOf } from './support/player-page.ts';

/** 600 kbit/s behind a router with a queue of two seconds. */
const thin = { bytesPerSecond: 600_000 / 8, queueBytes: 150_000, delayMs: 20 };
/** ms until counting starts; without arrival reports the queue is full by then. */
const settleMs = 8000;
const looks = 10;

let site: MediaSite;
let network: RoughNetwork;
test.beforeEach(async ({ openSite }) => {
  network = openRoughNetwork();
  network.set(thin, 'up');
  // Only the camera is behind the thin line.
  site = await openSite({ networkOf: (path) => (path.includes('/whip/') ? network : null) });
});
test.afterEach(() => network.close());

interface RemoteStats {
  kind: string;
  roundTripTime?: number;
  fractionLost?: number;
}

test('a camera on a thin line sends no more than it carries, without long queues or loss', async ({
  page,
}) => {
  await page.addInitScript(recordConnections, false);
  await publishCamera(site, page, { restless: true });
  const viewer = await page.context().newPage();
  await watchRoom(site, viewer);
  await sleep(settleMs);
  const [before, beganAt] = [await framesOf(viewer), performance.now()];
  const samples: RemoteStats[] = [];
  while (samples.length < looks) {
    await sleep(1000);
    const stats = await statsOf<RemoteStats>(page, 'remote-inbound-rtp');
    samples.push(...stats.filter(({ kind }) => kind === 'video'));
  }
  const frames = ((await framesOf(viewer)) - before) / ((performance.now() - beganAt) / 1000);
  const middle = (values: number[]) => values.toSorted((one, other) => one - other)[looks / 2] ?? Number.NaN;
  const roundTrip = middle(samples.map(({ roundTripTime = 0 }) => roundTripTime * 1000));
  const lost = middle(samples.map(({ fractionLost = 0 }) => fractionLost));
  const description = `${roundTrip.toFixed(0)} ms, ${frames.toFixed(1)} frames a second`;
  test.info().annotations.push({ type: 'thin line', description });
  expect(roundTrip).toBeGreaterThan(0);
  expect(roundTrip).toBeLessThan(600);
  expect(lost).toBeLessThan(0.05);
  expect(frames).toBeGreaterThan(12);
});
