import { heightRelation, otherFormatProblem, retryAfterMs } from '../port/http.ts';
import type { JanusPlayerConfig, WhepPlayerConfig } from '../port/player-config.ts';
import type { PlayerScreen, PlayerTrouble, PlayerView } from './agent.ts';

/** ms until a silent server counts as unreachable. */
const answerTimeoutMs = 8000;

export class SessionError extends Error {
  readonly trouble: PlayerTrouble;
  /** False when a retry with the same config cannot succeed. */
  readonly retry: boolean;
  readonly retryAfterMs: number | null;

  constructor(trouble: PlayerTrouble, retry: boolean, wait: number | null = null) {
    super(trouble);
    this.name = 'SessionError';
    this.trouble = trouble;
    this.retry = retry;
    this.retryAfterMs = wait;
  }
}

/** One connection over any protocol. */
export interface StreamSession {
  readonly stream: MediaStream;
  /** Totals of this connection. */
  totals(): Promise<{ framesDecoded: number; packetsLost: number }>;
  onLost(listener: () => void): void;
  /** Sends the picture's height to a server that asks for it. */
  showAt?(height: number): void;
  close(): void;
}

export type OpenSession<Config> = (config: Config) => Promise<StreamSession>;

/** Status for an offer without the room's codec, from servers of earlier WHEP drafts. */
const otherFormat = 406;

const troubles: Readonly<Record<number, { trouble: PlayerTrouble; retry: boolean }>> = {
  400: { trouble: 'player.codec', retry: false },
  401: { trouble: 'player.unauthorized', retry: false },
  403: { trouble: 'player.unauthorized', retry: false },
  [otherFormat]: { trouble: 'player.format', retry: false },
  409: { trouble: 'player.waiting', retry: true },
  415: { trouble: 'player.codec', retry: false },
  422: { trouble: 'player.codec', retry: false },
  503: { trouble: 'player.full', retry: true },
};

/** Error for a status other than 201; unknown ones allow a retry. */
export function refusalOf(status: number, retryAfter: string | null, now: number): SessionError {
  const { trouble, retry } = troubles[status] ?? { trouble: 'player.unreachable', retry: true };
  return new SessionError(trouble, retry, retryAfterMs(retryAfter, now));
}

const isUnreachable = (): never => {
  throw new SessionError('player.unreachable', true);
};

/** `heightUrl`: null if the server does not ask for the picture's height. */
interface Answer {
  answer: string;
  location: string;
  heightUrl: string | null;
}

/** Rejects with a `SessionError`, also if the connection breaks in the middle of the answer. */
async function post(config: WhepPlayerConfig, sdp: string): Promise<Answer> {
  const response = await fetch(config.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/sdp', Authorization: `Bearer ${config.token}` },
    body: sdp,
    signal: AbortSignal.timeout(answerTimeoutMs),
  }).catch(isUnreachable);
  if (response.status !== 201) {
    const problem = await response.text().catch(() => '');
    const status = problem.includes(otherFormatProblem) ? otherFormat : response.status;
    throw refusalOf(status, response.headers.get('Retry-After'), Date.now());
  }
  const urlOf = (path: string) => new URL(path, response.url).href;
  const links = response.headers.get('Link') ?? '';
  const [, height] = new RegExp(`<([^>]+)>; rel="${heightRelation}"`).exec(links) ?? [];
  return {
    answer: await response.text().catch(isUnreachable),
    location: urlOf(response.headers.get('Location') ?? ''),
    heightUrl: height ? urlOf(height) : null,
  };
}

const isOpen = ({ connectionState }: RTCPeerConnection): boolean =>
  connectionState !== 'failed' && connectionState !== 'closed';

/** Ignores failures: the session is gone, or its picture stays larger than necessary. */
function tell({ token }: WhepPlayerConfig, url: string, init: RequestInit): void {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  fetch(url, { headers, ...init }).catch(() => undefined);
}

export async function readTotals(
  pc: RTCPeerConnection,
): Promise<{ framesDecoded: number; packetsLost: number }> {
  const inbound = [...(await pc.getStats()).values()].filter(({ type }) => type === 'inbound-rtp');
  const sum = (pick: (stats: RTCInboundRtpStreamStats) => number | undefined) =>
    inbound.reduce((total, stats: RTCInboundRtpStreamStats) => total + (pick(stats) ?? 0), 0);
  return {
    framesDecoded: sum(({ framesDecoded }) => framesDecoded),
    // Browsers count retransmitted packets as lost.
    packetsLost: Math.max(
      0,
      sum(({ packetsLost }) => packetsLost) -
        sum(({ retransmittedPacketsReceived }) => retransmittedPacketsReceived),
    ),
  };
}

/** Rejects with a `SessionError`. */
export const openWhepSession: OpenSession<WhepPlayerConfig> = async (config) => {
  const pc = new RTCPeerConnection({
    iceServers: config.iceServers as RTCIceServer[],
    bundlePolicy: 'max-bundle',
  });
  const stream = new MediaStream();
  const lost: (() => void)[] = [];
  pc.addEventListener('track', ({ track }) => stream.addTrack(track));
  pc.addEventListener('connectionstatechange', () => {
    if (pc.connectionState === 'failed' || pc.connectionState === 'closed')
      for (const listener of lost) listener();
  });
  pc.addTransceiver('audio', { direction: 'recvonly' });
  pc.addTransceiver('video', { direction: 'recvonly' });
  try {
    await pc.setLocalDescription();
    // Sent without waiting for ICE candidates: the server learns them from the checks.
    const { answer, location, heightUrl } = await post(config, pc.localDescription?.sdp ?? '');
    await pc.setRemoteDescription({ type: 'answer', sdp: answer });
    return {
      stream,
      totals: () => readTotals(pc),
      onLost: (listener) => void lost.push(listener),
      showAt: (height) => {
        if (heightUrl && isOpen(pc))
          tell(config, heightUrl, { method: 'PUT', body: JSON.stringify({ height }) });
      },
      close: () => {
        pc.close();
        // `keepalive` sends it while the page closes.
        tell(config, location, { method: 'DELETE', keepalive: true });
      },
    };
  } catch (error) {
    pc.close();
    throw error instanceof SessionError ? error : new SessionError('player.codec', false);
  }
};

/** Configs that the product's own agent plays. */
export type StreamConfig = WhepPlayerConfig | JanusPlayerConfig;

/** Dependencies of the agent; tests pass their own. */
export interface AgentParts {
  screen: PlayerScreen;
  onChange(view: PlayerView): void;
  /** Fetches a new config when the token has expired; without it the stream ends. */
  renew?: (() => Promise<StreamConfig>) | undefined;
  openSession?: OpenSession<StreamConfig> | undefined;
  /** Calls the listener when the page becomes visible or the network returns; returns a function that removes it. */
  onResume?: ((listener: () => void) => () => void) | undefined;
  now?: (() => number) | undefined;
  random?: (() => number) | undefined;
}

export function onBrowserResume(listener: () => void): () => void {
  const whenVisible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  document.addEventListener('visibilitychange', whenVisible);
  window.addEventListener('online', listener);
  return () => {
    document.removeEventListener('visibilitychange', whenVisible);
    window.removeEventListener('online', listener);
  };
}
