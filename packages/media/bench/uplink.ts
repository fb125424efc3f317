// node packages/media/bench/uplink.ts --kbits=700 --seconds=30 [--loss=0.05 --jitter=50]: bitrate of Chromium's camera
// with and without arrival reports (A B B A). The line queues 1.5 s (0: unlimited).
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { median, option } from '@vonk/bench';
import { recordConnections, statsOf } from '../e2e/support/connections.ts';
import { openMediaSite, publishCamera } from '../e2e/support/media-site.ts';
import { openRoughNetwork } from '../testing/rough-network/rough-network.ts';

const kbits = Number(option('kbits', '700'));
const seconds = Number(option('seconds', '30'));
const loss = Number(option('loss', '0'));
const jitterMs = Number(option('jitter', '0'));
/** Seconds until the encoder's estimate has settled. */
const settled = 10;

interface Second {
  kbits: number;
  frames: number;
  roundTripMs: number;
  lost: number;
}

/** Runs in a page: removes arrival reports from its offers. */
function hideArrivals(): void {
  const ask = window.fetch;
  window.fetch = (url, init) =>
    typeof init?.body === 'string'
      ? ask(url, { ...init, body: init.body.replace(/a=rtcp-fb:\d+ transport-cc\r\n/g, '') })
      : ask(url, init);
}

async function measure(hasReports: boolean): Promise<Second[]> {
  const network = openRoughNetwork({ loss, jitterMs });
  const bytesPerSecond = (kbits * 1000) / 8;
  if (kbits > 0) network.set({ bytesPerSecond, queueBytes: 1.5 * bytesPerSecond, delayMs: 20 }, 'up');
  const site = await openMediaSite({ networkOf: () => network });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
  const page = await browser.newPage();
  await page.addInitScript(recordConnections, false);
  if (!hasReports) await page.addInitScript(hideArrivals);
  await publishCamera(site, page, { restless: true });
  const read = async () => {
    const [sent] = (await statsOf<RTCOutboundRtpStreamStats>(page, 'outbound-rtp')).filter(
      ({ kind }) => kind === 'video',
    );
    type Remote = { kind: string; roundTripTime?: number; fractionLost?: number };
    const [remote] = (await statsOf<Remote>(page, 'remote-inbound-rtp')).filter(
      ({ kind }) => kind === 'video',
    );
    const { bytesSent = 0, framesEncoded = 0 } = sent ?? {};
    return { bytesSent, framesEncoded, remote, at: performance.now() };
  };
  const passed: Second[] = [];
  let before = await read();
  while (passed.length < seconds) {
    await sleep(1000);
    const now = await read();
    passed.push({
      kbits: ((now.bytesSent - before.bytesSent) * 8) / (now.at - before.at),
      frames: ((now.framesEncoded - before.framesEncoded) * 1000) / (now.at - before.at),
      roundTripMs: (now.remote?.roundTripTime ?? 0) * 1000,
      lost: now.remote?.fractionLost ?? 0,
    });
    before = now;
  }
  await browser.close();
  await site.close();
  network.close();
  return passed;
}

console.log(
  'reports of arrivals | kbit/s in seconds 1, 2, 3, 5, 10 | then kbit/s | frames/s | round trip ms, median and most | lost | load',
);
for (const hasReports of [true, false, false, true]) {
  const passed = await measure(hasReports);
  const known = passed.slice(settled);
  console.log(
    [
      hasReports ? 'yes' : 'no',
      [1, 2, 3, 5, 10].map((second) => Math.round(passed[second - 1]?.kbits ?? 0)).join(' '),
      Math.round(median(known.map((second) => second.kbits))),
      median(known.map((second) => second.frames)).toFixed(1),
      `${Math.round(median(known.map(({ roundTripMs }) => roundTripMs)))} ${Math.round(Math.max(...known.map(({ roundTripMs }) => roundTripMs)))}`,
      `${Math.round(100 * median(known.map(({ lost }) => lost)))} %`,
      loadavg()[0]?.toFixed(1),
    ].join(' | '),
  );
}
process.exit();
