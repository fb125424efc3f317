import { expect } from '@playwright/test';

/** A page of Playwright or of Puppeteer. */
interface AnyPage {
  evaluate(code: (arg: string) => unknown, arg: string): Promise<unknown>;
}

interface RecordingWindow {
  /** All peer connections that the page has opened. */
  connections?: RTCPeerConnection[];
}

/**
 * Records the page's peer connections for the test; runs before the page's own scripts. With `relayOnly` they use only
 * TURN.
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

/** The stats of one type from all connections. */
export async function statsOf<Stats>(page: AnyPage, type: string): Promise<Stats[]> {
  const json = await page.evaluate(async (wanted) => {
    const { connections = [] } = window as RecordingWindow;
    const all = await Promise.all(connections.map((connection) => connection.getStats()));
    const every = all.flatMap((stats) => [...stats.values()]);
    return JSON.stringify(every.filter((one) => one.type === wanted));
  }, type);
  return JSON.parse(String(json)) as Stats[];
}

/** Frames that the page has decoded so far. */
async function framesOf(page: AnyPage): Promise<number> {
  const inbound = await statsOf<RTCInboundRtpStreamStats>(page, 'inbound-rtp');
  return inbound.reduce((sum, { framesDecoded = 0 }) => sum + framesDecoded, 0);
}

/** Types of the local candidates that a page's media uses, without duplicates. */
export async function pathsOf(page: AnyPage): Promise<string[]> {
  const pairs = await statsOf<RTCIceCandidatePairStats>(page, 'candidate-pair');
  const locals = await statsOf<{ id: string; candidateType: string }>(page, 'local-candidate');
  const used = pairs.filter(({ state, nominated }) => nominated && state === 'succeeded');
  const types = used.map(
    (pair) => locals.find(({ id }) => id === pair.localCandidateId)?.candidateType ?? '',
  );
  return [...new Set(types)];
}

const sizeOf = (page: AnyPage) =>
  page.evaluate((selector) => document.querySelector<HTMLVideoElement>(selector)?.videoWidth ?? 0, 'video');

/** In ms; in its first minutes a cast is still drawing its picture. */
const FRAMES_TIMEOUT = 30_000;

/** Expects an increasing number of decoded frames and a picture with a size. */
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
