import type { PublishTarget } from '../../port/gateway.ts';
import { type Clock, pageClock } from '../clock.ts';
import { orderCodecs, type VideoCodec } from './encodings.ts';
import { type Flow, type FlowStats, readFlow } from './flow.ts';
import { PublishError, readRefusal } from './refusal.ts';

/** ms until a silent server counts as unreachable. */
const ANSWER_TIMEOUT_MS = 8000;
/** ms that a disconnected path has to recover by itself. */
const BROKEN_MS = 4000;

/** Where the offer is posted; `url` may be relative to the site's origin. */
export type WhipTarget = Pick<PublishTarget, 'url' | 'token' | 'iceServers'>;

/** What a connection sends. */
export interface PublishPlan {
  /** At most one track of each kind. */
  readonly stream: MediaStream;
  readonly codec: VideoCodec;
  /** From small to large. */
  readonly videoEncodings: RTCRtpEncodingParameters[];
  /** bit/s */
  readonly audioBitrate: number;
  readonly degradation?: RTCDegradationPreference;
}

export interface Look extends Flow {
  readonly stats: RTCStatsReport;
}

/** One connection to a WHIP server. */
export interface WhipSession {
  look(): Promise<Look>;
  /** Returns false if the connection sends nothing of the track's kind. Rejects if the browser refuses the track. */
  replaceTrack(track: MediaStreamTrack): Promise<boolean>;
  /** Limits of the layers that are sent, for a camera of another size. */
  fitPicture(encodings: readonly RTCRtpEncodingParameters[]): void;
  /** bit/s */
  setAudioBitrate(maxBitrate: number): void;
  onLost(listener: () => void): void;
  /** Ends the session at the server too, also while the page closes. */
  close(): void;
}

type Senders = Map<string, RTCRtpSender>;

function addTracks(pc: RTCPeerConnection, plan: PublishPlan): Senders {
  const senders: Senders = new Map();
  for (const track of plan.stream.getTracks()) {
    const isVideo = track.kind === 'video';
    const transceiver = pc.addTransceiver(track, {
      direction: 'sendonly',
      streams: [plan.stream],
      sendEncodings: isVideo ? plan.videoEncodings : [{ maxBitrate: plan.audioBitrate }],
    });
    senders.set(track.kind, transceiver.sender);
    const codecs = isVideo ? RTCRtpSender.getCapabilities?.('video')?.codecs : undefined;
    if (codecs) transceiver.setCodecPreferences?.(orderCodecs(codecs, plan.codec));
  }
  return senders;
}

/** Browsers without a parameter ignore or refuse it; then it keeps its default. */
function adjust(sender: RTCRtpSender | undefined, change: (parameters: RTCRtpSendParameters) => void): void {
  if (!sender) return;
  const parameters = sender.getParameters();
  change(parameters);
  sender.setParameters(parameters).catch(() => undefined);
}

const isUnreachable = (): never => {
  throw new PublishError('publish.unreachable', true);
};

/** Rejects with a `PublishError`, also if the connection breaks in the middle of the answer. */
async function post(target: WhipTarget, sdp: string): Promise<{ answer: string; location: string }> {
  const response = await fetch(target.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/sdp', Authorization: `Bearer ${target.token}` },
    body: sdp,
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).catch(isUnreachable);
  if (response.status !== 201) throw await readRefusal(response);
  return {
    answer: await response.text().catch(isUnreachable),
    location: new URL(response.headers.get('Location') ?? '', response.url).href,
  };
}

export type OpenWhip = (target: WhipTarget, plan: PublishPlan, clock?: Clock) => Promise<WhipSession>;

/** Publishes once. Rejects with a `PublishError`. */
export const openWhipSession: OpenWhip = async (target, plan, clock = pageClock) => {
  const pc = new RTCPeerConnection({
    iceServers: target.iceServers as RTCIceServer[],
    bundlePolicy: 'max-bundle',
  });
  try {
    const senders = addTracks(pc, plan);
    await pc.setLocalDescription();
    // Sent without waiting for ICE candidates: the server learns them from the checks.
    const { answer, location } = await post(target, pc.localDescription?.sdp ?? '');
    const end = () => {
      const headers = { Authorization: `Bearer ${target.token}` };
      // `keepalive` sends it while the page closes. Failures do not matter: the session is gone.
      fetch(location, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
    };
    try {
      await pc.setRemoteDescription({ type: 'answer', sdp: answer });
    } catch (error) {
      end();
      throw error;
    }
    const { degradation } = plan;
    if (degradation)
      adjust(senders.get('video'), (parameters) => {
        parameters.degradationPreference = degradation;
      });
    return sessionOf(pc, { senders, clock, end });
  } catch (error) {
    pc.close();
    throw error instanceof PublishError ? error : new PublishError('publish.format', false);
  }
};

/** Whether frames are to be expected: a track that the system has muted or taken away sends no frames. */
const hasPicture = (senders: Senders): boolean => {
  const track = senders.get('video')?.track;
  return !track || (track.enabled && !track.muted && track.readyState !== 'ended');
};

interface SessionParts {
  senders: Senders;
  clock: Clock;
  end: () => void;
}

function sessionOf(pc: RTCPeerConnection, { senders, clock, end }: SessionParts): WhipSession {
  let cancelBroken = (): void => undefined;
  const lost: (() => void)[] = [];
  const tell = () => {
    for (const listener of lost) listener();
  };
  pc.addEventListener('connectionstatechange', () => {
    cancelBroken();
    if (pc.connectionState === 'failed' || pc.connectionState === 'closed') tell();
    if (pc.connectionState === 'disconnected') cancelBroken = clock.after(BROKEN_MS, tell);
  });
  return {
    look: async () => {
      const stats = await pc.getStats();
      return { stats, ...readFlow(stats.values() as Iterable<FlowStats>, hasPicture(senders)) };
    },
    replaceTrack: async (track) => {
      const sender = senders.get(track.kind);
      if (sender && sender.track !== track) await sender.replaceTrack(track);
      return sender !== undefined;
    },
    fitPicture: (wanted) =>
      adjust(senders.get('video'), ({ encodings }) => {
        for (const encoding of encodings) {
          const { scaleResolutionDownBy, maxBitrate } =
            wanted.find(({ rid }) => rid === encoding.rid) ?? encoding;
          Object.assign(encoding, { scaleResolutionDownBy, maxBitrate });
        }
      }),
    setAudioBitrate: (maxBitrate) =>
      adjust(senders.get('audio'), ({ encodings }) => {
        for (const encoding of encodings) encoding.maxBitrate = maxBitrate;
      }),
    onLost: (listener) => void lost.push(listener),
    close: () => {
      cancelBroken();
      pc.close();
      end();
    },
  };
}
