import { expect, type Page } from '@playwright/test';
import { recordConnections, statsOf } from './support/connections.ts';
import {
  type MediaSite,
  openRoughNetwork,
  publishCamera,
  type RoughNetwork,
  test,
  watchRoom,
} from './support/media-site.ts';
import type { PlayerWindow } from './support/player-page.ts';

const viewers = 3;

let site: MediaSite;
let network: RoughNetwork;
test.beforeEach(async ({ openSite }) => {
  network = openRoughNetwork({ loss: 0.05, jitterMs: 50 }, 5);
  site = await openSite({ networkOf: () => network });
});
test.afterEach(() => network.close());

const firstFrameAt = (page: Page) =>
  page.evaluate(() => (window as unknown as PlayerWindow).player.playerStats()?.firstFrameAt ?? null);

/** Packets received as RTX; a player counts them only if RTX was negotiated. */
async function repairedOf(page: Page): Promise<number> {
  const stats = await statsOf<RTCInboundRtpStreamStats>(page, 'inbound-rtp');
  return stats.reduce((sum, { retransmittedPacketsReceived = 0 }) => sum + retransmittedPacketsReceived, 0);
}

type Sent = RTCOutboundRtpStreamStats & { rtxSsrc?: number };

test('all viewers see the picture with 5 % loss, with the embedded server at the first attempt', async ({
  page,
  media,
}) => {
  await page.context().addInitScript(recordConnections, false);
  await publishCamera(site, page);
  let repaired = 0;
  for (let index = 0; index < viewers; index += 1) {
    const viewer = await page.context().newPage();
    const askedAt = await watchRoom(site, viewer, `viewer-${index}`);
    await expect.poll(() => firstFrameAt(viewer)).not.toBeNull();
    const waited = ((await firstFrameAt(viewer)) ?? 0) - askedAt;
    test.info().annotations.push({ type: 'first picture', description: `${waited} ms` });
    await expect.poll(() => repairedOf(viewer)).toBeGreaterThan(0);
    repaired += await repairedOf(viewer);
    await viewer.close();
  }
  test.info().annotations.push({ type: 'packets by RTX', description: `${repaired}` });
  const sent = await statsOf<Sent>(page, 'outbound-rtp');
  const picture = sent.find(({ kind }) => kind === 'video');
  expect(picture?.rtxSsrc).toBeGreaterThan(0);
  expect(picture?.retransmittedPacketsSent).toBeGreaterThan(0);
  // With Janus one in six viewers reconnects, because its player times out after the first picture.
  if (media === 'embedded') expect(site.opened).toEqual(['publish', ...Array(viewers).fill('view')]);
  expect(network.counts.lost).toBeGreaterThan(0);
});
