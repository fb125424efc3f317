import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'puppeteer-core';
import { recordConnections, statsOf } from '../e2e/support/connections.ts';
import { type MediaSite, openMediaSite } from '../e2e/support/media-site.ts';
import type { PlayerWindow } from '../e2e/support/player-page.ts';
import { openRoughNetwork, type RoughNetwork } from '../testing/rough-network/rough-network.ts';
import { type BrowserName, launch, publishDrawing } from './browsers.ts';

const FPS = 15;
/** Timeout of a join in ms. */
const PATIENCE_MS = 15_000;
/** ms after a join during which frames are counted. */
const WATCH_MS = 4000;

interface Join {
  /** ms from the start to the first frame; null without a frame. */
  firstFrameMs: number | null;
  framesPerSecond: number;
  /** Number of offers the player made. */
  offers: number;
  /** Video packets that the player counts as lost, and those it received as RTX. */
  lost: number;
  repaired: number;
}

/** Runs in a page: removes RTX from its offers, as for players without RTX. */
function hideRtx(): void {
  const ask = window.fetch;
  window.fetch = (url, init) => {
    if (typeof init?.body !== 'string') return ask(url, init);
    const types = [...init.body.matchAll(/a=rtpmap:(\d+) rtx.*/g)].map(([, type]) => type ?? '');
    const lines = init.body
      .split('\r\n')
      .filter((line) => !types.some((type) => new RegExp(`^a=(rtpmap|fmtp):${type} `).test(line)))
      .map((line) =>
        line.startsWith('m=video')
          ? line
              .split(' ')
              .filter((word) => !types.includes(word))
              .join(' ')
          : line,
      );
    return ask(url, { ...init, body: lines.join('\r\n') });
  };
}

async function join(site: MediaSite, browser: Browser, subject: string, rtx: boolean): Promise<Join> {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(recordConnections, false);
  if (!rtx) await page.evaluateOnNewDocument(hideRtx);
  await page.goto(site.url);
  const before = site.opened.length;
  const config = await site.media.playTarget('lounge', subject);
  const seen = await page.evaluate(
    async (target, patience, watch) => {
      const { player } = window as unknown as PlayerWindow;
      const video = document.querySelector('video');
      if (!video) throw new Error('The page has no video element');
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const decoded = () => player.playerStats()?.framesDecoded ?? 0;
      const askedAt = Date.now();
      player.play(target, video);
      while (Date.now() - askedAt < patience && !player.playerStats()?.firstFrameAt) await wait(20);
      const firstFrameAt = player.playerStats()?.firstFrameAt ?? null;
      if (firstFrameAt === null) return { firstFrameMs: null, framesPerSecond: 0 };
      await wait(1000);
      const [from, startedAt] = [decoded(), performance.now()];
      await wait(watch);
      const seconds = (performance.now() - startedAt) / 1000;
      return { firstFrameMs: firstFrameAt - askedAt, framesPerSecond: (decoded() - from) / seconds };
    },
    config,
    PATIENCE_MS,
    WATCH_MS,
  );
  const offers = site.opened.length - before;
  const inbound = await statsOf<RTCInboundRtpStreamStats>(page, 'inbound-rtp');
  const video = inbound.filter(({ kind }) => kind === 'video');
  const lost = video.reduce((sum, { packetsLost = 0 }) => sum + packetsLost, 0);
  const repaired = video.reduce(
    (sum, { retransmittedPacketsReceived = 0 }) => sum + retransmittedPacketsReceived,
    0,
  );
  await page.close();
  return { ...seen, offers, lost, repaired };
}

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

function row(browser: BrowserName, loss: number, joins: readonly Join[]): string {
  const times = joins.flatMap(({ firstFrameMs }) => firstFrameMs ?? []);
  const rates = joins.filter(({ firstFrameMs }) => firstFrameMs !== null).map((made) => made.framesPerSecond);
  const again = joins.filter(({ offers }) => offers > 1).length;
  return [
    browser,
    `${loss * 100} %`,
    `${times.length} of ${joins.length}`,
    again,
    Math.round(at(times, 0.5)),
    Math.round(at(times, 0.95)),
    at(rates, 0.5).toFixed(1),
    Math.min(...rates).toFixed(1),
    joins.reduce((sum, { lost }) => sum + lost, 0),
    joins.reduce((sum, { repaired }) => sum + repaired, 0),
    loadavg()[0]?.toFixed(1),
  ].join(' | ');
}

const heads =
  'browser | loss | joined | more than one offer | p50 ms | p95 ms | frames/s p50 | least | lost | by RTX | load';

/** Joins one after another through a rough network, with `both` also the publisher; `plain` is without RTX. */
async function measure(
  browsers: readonly BrowserName[],
  losses: readonly number[],
  count: number,
  { both, rtx }: { both: boolean; rtx: boolean },
) {
  const viewers: { network: RoughNetwork | null } = { network: null };
  const site = await openMediaSite({
    networkOf: (path) => (both || !path.includes('/whip/') ? viewers.network : null),
  });
  const encoder = await launch('chromium');
  console.log(heads);
  for (const name of browsers) {
    const browser = await launch(name);
    for (const loss of losses) {
      // Without loss, over plain loopback.
      const network = loss > 0 ? openRoughNetwork({ loss, jitterMs: 50 }, 42) : null;
      viewers.network = network;
      const camera = await encoder.newPage();
      await camera.goto(site.url);
      await publishDrawing(camera, await site.media.publishTarget('lounge', 'publisher-1'), FPS);
      await sleep(1500);
      const joins: Join[] = [];
      for (let index = 0; index < count; index += 1)
        joins.push(await join(site, browser, `viewer-${index}`, rtx));
      console.log(row(name, loss, joins));
      await camera.close();
      network?.close();
    }
    await browser.close();
  }
  await encoder.close();
  await site.close();
}

if (import.meta.main) {
  const [browsers = 'chromium,firefox', losses = '0,0.02,0.05,0.1', count = '20', ...more] =
    process.argv.slice(2);
  await measure(browsers.split(',') as BrowserName[], losses.split(',').map(Number), Number(count), {
    both: more.includes('both'),
    rtx: !more.includes('plain'),
  });
  process.exit();
}
