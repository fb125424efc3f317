import type { PublishBitrates, PublishStream } from './agent.ts';

/** ms until a silent server counts as unreachable. */
const ANSWER_TIMEOUT_MS = 8000;
/** ms of a broken path that may still mend by itself. */
const BROKEN_MS = 4000;

/** The media server's answer to an offer. */
export class WhipRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`WHIP answered ${status}`);
    this.name = 'WhipRefusal';
    this.status = status;
  }
}

export interface WhipSession {
  /** Video frames sent so far; without a camera track, packets of sound. */
  sent(): Promise<number>;
  onLost(listener: () => void): void;
  close(): void;
}

/** VP8 first: every browser sends it, and the media server asks for no other. */
function preferVp8(transceiver: RTCRtpTransceiver): void {
  const codecs = RTCRtpSender.getCapabilities?.('video')?.codecs ?? [];
  const isVp8 = ({ mimeType }: { mimeType: string }) => mimeType.toLowerCase() === 'video/vp8';
  if (!codecs.some(isVp8)) return;
  transceiver.setCodecPreferences?.([...codecs.filter(isVp8), ...codecs.filter((codec) => !isVp8(codec))]);
}

function addTracks(pc: RTCPeerConnection, stream: MediaStream, settings: PublishBitrates): void {
  for (const track of stream.getTracks()) {
    const isVideo = track.kind === 'video';
    const maxBitrate = isVideo ? settings.videoBitrate : settings.audioBitrate;
    const transceiver = pc.addTransceiver(track, {
      direction: 'sendonly',
      streams: [stream],
      sendEncodings: [{ maxBitrate }],
    });
    if (isVideo) preferVp8(transceiver);
  }
}

async function post(target: PublishStream, sdp: string): Promise<Response> {
  const response = await fetch(target.endPoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/sdp', Authorization: `Bearer ${target.accessToken}` },
    body: sdp,
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  if (response.status !== 201) throw new WhipRefusal(response.status);
  return response;
}

/** Publishes once. Rejects with a `WhipRefusal`, or with what the network or the browser threw. */
export async function openWhipSession(
  target: PublishStream,
  stream: MediaStream,
  settings: PublishBitrates,
): Promise<WhipSession> {
  const pc = new RTCPeerConnection({
    iceServers: target.iceServers as RTCIceServer[],
    bundlePolicy: 'max-bundle',
  });
  try {
    addTracks(pc, stream, settings);
    await pc.setLocalDescription();
    // Sent without waiting for ICE candidates: the server learns them from the checks.
    const response = await post(target, pc.localDescription?.sdp ?? '');
    await pc.setRemoteDescription({ type: 'answer', sdp: await response.text() });
    const location = new URL(response.headers.get('Location') ?? '', response.url).href;
    return sessionOf(pc, () => {
      const headers = { Authorization: `Bearer ${target.accessToken}` };
      // `keepalive` sends it while the page closes. Failures do not matter: the session is gone.
      fetch(location, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
    });
  } catch (error) {
    pc.close();
    throw error;
  }
}

function sessionOf(pc: RTCPeerConnection, end: () => void): WhipSession {
  let broken: ReturnType<typeof setTimeout> | undefined;
  const lost: (() => void)[] = [];
  const tell = () => {
    for (const listener of lost) listener();
  };
  pc.addEventListener('connectionstatechange', () => {
    clearTimeout(broken);
    if (pc.connectionState === 'failed' || pc.connectionState === 'closed') tell();
    if (pc.connectionState === 'disconnected') broken = setTimeout(tell, BROKEN_MS);
  });
  return {
    sent: async () => {
      const outbound = [...(await pc.getStats()).values()].filter(({ type }) => type === 'outbound-rtp');
      const video = outbound.filter(({ kind }) => kind === 'video');
      const counted: RTCOutboundRtpStreamStats[] = video.length > 0 ? video : outbound;
      return counted.reduce((sum, { framesSent, packetsSent }) => sum + (framesSent ?? packetsSent ?? 0), 0);
    },
    onLost: (listener) => void lost.push(listener),
    close: () => {
      clearTimeout(broken);
      pc.close();
      end();
    },
  };
}
