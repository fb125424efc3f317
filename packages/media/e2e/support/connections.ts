import { expect } from '@playwright/test';

/** A page of Playwright or of Puppeteer. */
interface AnyPage {
  evaluate(code: (given: string) => unknown, given: string): Promise<unknown>;
}

interface RecordingWindow {
  /** Every peer connection the page has opened. */
  connections?: RTCPeerConnection[];
}

/**
 * To be run before a page's own scripts: keeps its peer connections where a test can ask them. `relayOnly` lets them use TURN
 * and nothing else.
 */
export function recordConnections(relayOnly: boolean): void {
  const connections: RTCPeerConnection[] = [];
  const Native = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Native {
    constructor(configuration?: RTCConfiguration) {
      super(relayOnly ? { ...configuration, iceTransportPolicy: 'relay' } : configuration);
      connections.push(this);
    }
  };
  Object.assign(window, { connections });
}

/** All reports of one type, of all connections. */
export async function reportsOf<Report>(page: AnyPage, type: string): Promise<Report[]> {
  const reports = await page.evaluate(async (wanted) => {
    const { connections = [] } = window as RecordingWindow;
    const all = await Promise.all(connections.map((connection) => connection.getStats()));
    const every = all.flatMap((stats) => [...stats.values()]);
    return JSON.stringify(every.filter((report) => report.type === wanted));
  }, type);
  return JSON.parse(String(reports)) as Report[];
}

/** Frames that came out of the page's video decoder so far. */
async function framesOf(page: AnyPage): Promise<number> {
  const inbound = await reportsOf<RTCInboundRtpStreamStats>(page, 'inbound-rtp');
  return inbound.reduce((sum, { framesDecoded = 0 }) => sum + framesDecoded, 0);
}

/** The kinds of the local candidates over which a page's media goes, each once. */
export async function pathsOf(page: AnyPage): Promise<string[]> {
  const pairs = await reportsOf<RTCIceCandidatePairStats>(page, 'candidate-pair');
  const locals = await reportsOf<{ id: string; candidateType: string }>(page, 'local-candidate');
  const used = pairs.filter(({ state, nominated }) => nominated && state === 'succeeded');
  const types = used.map(
    (pair) => locals.find(({ id }) => id === pair.localCandidateId)?.candidateType ?? '',
  );
  return [...new Set(types)];
}

const sizeOf = (page: AnyPage) =>
  page.evaluate((selector) => document.querySelector<HTMLVideoElement>(selector)?.videoWidth ?? 0, 'video');

/** ms. In its first minutes a cast is still drawing what it sends. */
const FRAMES_TIMEOUT = 30_000;

/** Frames are decoded, more of them from look to look, and the page shows a picture that has a size. */
export async function expectDecoded(page: AnyPage): Promise<void> {
  const timeout = FRAMES_TIMEOUT;
  await expect.poll(() => framesOf(page), { message: 'a first frame', timeout }).toBeGreaterThan(0);
  for (let look = 0; look < 2; look += 1) {
    const before = await framesOf(page);
    await expect
      .poll(() => framesOf(page), { message: 'further frames', timeout })
      .toBeGreaterThan(before + 5);
  }
  await expect.poll(() => sizeOf(page), { message: 'a picture', timeout }).toBeGreaterThan(0);
}
