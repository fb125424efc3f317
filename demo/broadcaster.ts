import { setTimeout as sleep } from 'node:timers/promises';
import { type Publication, type PublicationStats, publish } from '#demo/broadcast/publication.ts';
import { type SendRequest, WhipRefusal, whipClient } from '#demo/broadcast/whip.ts';
import type { Clip } from '#demo/clip/clip.ts';

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
/** ms; after a publication of this length the next failure starts with a short wait again. */
const STEADY_MS = 5000;

export interface BroadcastOptions {
  name: string;
  whipUrl: string;
  token: string;
  clip: Clip;
  log: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Called after the server has refused the token. A new token would take over from a performer who has signed in. */
  renew?: () => Promise<{ whipUrl: string; token: string }>;
  /** Called each time the server has accepted and media flows. */
  onLive?: () => void;
  send?: SendRequest;
  /** ms between sender reports. */
  reportMs?: number;
}

export interface BroadcastStats extends PublicationStats {
  live: boolean;
  /** How often the server has accepted the broadcast. */
  publications: number;
}

export interface Broadcast {
  stop(): Promise<void>;
  stats(): BroadcastStats;
}

/** Publishes a clip until stopped, and reconnects when the server returns. */
export function startBroadcast(options: BroadcastOptions): Broadcast {
  const stopping = new AbortController();
  const state = { live: null as Publication | null, publications: 0, before: noMedia };
  const running = keepOnAir(options, state, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await state.live?.close();
      await running;
    },
    stats: () => ({
      ...sum(state.before, state.live?.stats() ?? noMedia),
      live: state.live !== null,
      publications: state.publications,
    }),
  };
}

interface AirState {
  live: Publication | null;
  publications: number;
  /** Totals of earlier publications. */
  before: PublicationStats;
}

const noMedia: PublicationStats = {
  frames: 0,
  packets: 0,
  bytes: 0,
  keyFrameRequests: 0,
  retransmissionRequests: 0,
};

function sum(first: PublicationStats, second: PublicationStats): PublicationStats {
  const keys = Object.keys(noMedia) as (keyof PublicationStats)[];
  return Object.fromEntries(
    keys.map((key) => [key, first[key] + second[key]]),
  ) as unknown as PublicationStats;
}

async function keepOnAir(options: BroadcastOptions, state: AirState, signal: AbortSignal): Promise<void> {
  const { name, log } = options;
  let target = { whipUrl: options.whipUrl, token: options.token };
  let isRefused = false;
  for (let failures = 0; !signal.aborted; ) {
    const startedAt = Date.now();
    try {
      if (options.renew && isRefused) target = await options.renew();
      isRefused = false;
      log('broadcast.ended', { name, reason: await onAir(options, target, { state, signal }) });
      failures = Date.now() - startedAt > STEADY_MS ? 0 : failures + 1;
    } catch (error) {
      failures += 1;
      isRefused = error instanceof WhipRefusal && error.isUnauthorized;
      log('broadcast.failed', {
        name,
        failures,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
    await sleep(waitAfter(failures), undefined, { signal }).catch(() => undefined);
  }
}

/** Runs one publication, from POST to its end; returns why it ended. */
async function onAir(
  options: BroadcastOptions,
  target: { whipUrl: string; token: string },
  { state, signal }: { state: AirState; signal: AbortSignal },
): Promise<string> {
  const { name, clip, log, send = fetch, onLive, reportMs } = options;
  const publication = await publish(clip, whipClient(target.whipUrl, target.token, send), { name, reportMs });
  if (signal.aborted) {
    await publication.close();
    return 'stopped';
  }
  state.live = publication;
  state.publications += 1;
  log('broadcast.live', { name, whip: target.whipUrl });
  onLive?.();
  const reason = await publication.ended;
  state.live = null;
  state.before = sum(state.before, publication.stats());
  if (!signal.aborted) await publication.close();
  return reason;
}

/** Doubles with each failure up to the cap; the random part keeps broadcasters from reconnecting together. */
export function waitAfter(failures: number): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
  return wait * (0.75 + Math.random() * 0.25);
}
