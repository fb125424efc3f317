import { randomInt } from 'node:crypto';
import {
  MediaStreamTrack,
  RTCPeerConnection,
  type RTCPeerConnectionConfig,
  RTCRtpCodecParameters,
  RTCRtpHeaderExtensionParameters,
  type RTCRtpTransceiver,
  RtpHeader,
  RtpPacket,
} from 'werift';
import { sendCloseNotify } from '../werift-fixes/close-notify.ts';
import { steadyHandshake } from '../werift-fixes/steady-handshake/index.ts';

/** A bare WHIP or WHEP request, so that tests see statuses and headers like an encoder. */
export interface MediaRequest {
  method?: 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'GET' | 'PUT';
  token?: string | null;
  type?: string | null;
  body?: string;
  headers?: Record<string, string>;
}

/** Sends a request to a Hono app in memory or a listening server. */
export type SendRequest = (path: string, init: RequestInit) => Promise<Response> | Response;

export function mediaRequest(send: SendRequest, path: string, request: MediaRequest = {}): Promise<Response> {
  const { method = 'POST', token = 'any', type = 'application/sdp', body } = request;
  const headers = new Headers(request.headers);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (type !== null && body !== undefined) headers.set('Content-Type', type);
  return Promise.resolve(send(path, { method, headers, ...(body === undefined ? {} : { body }) }));
}

export type TestCodec = 'VP8' | 'H264';

const rtcpFeedback = [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }, { type: 'goog-remb' }];
const h264Fmtp = 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f';

/** Codecs with the given payload types, which differ between encoders; `rtx` has the next number. */
export function testCodecs(video: TestCodec, firstPayloadType = 96, rtx = false) {
  const opus = { mimeType: 'audio/opus', clockRate: 48_000, channels: 2, payloadType: firstPayloadType };
  const picture = { mimeType: `video/${video}`, clockRate: 90_000, payloadType: firstPayloadType + 1 };
  const parameters = video === 'H264' ? { parameters: h264Fmtp } : {};
  const repeated = {
    mimeType: 'video/rtx',
    clockRate: 90_000,
    payloadType: firstPayloadType + 2,
    parameters: `apt=${firstPayloadType + 1}`,
  };
  return {
    audio: [new RTCRtpCodecParameters(opus)],
    video: [
      new RTCRtpCodecParameters({ ...picture, ...parameters, rtcpFeedback }),
      ...(rtx ? [new RTCRtpCodecParameters(repeated)] : []),
    ],
  };
}

export interface TestPeer {
  readonly pc: RTCPeerConnection;
  readonly offer: string;
  readonly audio: RTCRtpTransceiver | undefined;
  readonly video: RTCRtpTransceiver | undefined;
  /** Applies the answer and waits until media can flow. */
  accept(answer: string): Promise<void>;
  close(): Promise<void>;
}

export interface TestPeerOptions {
  direction: 'sendonly' | 'recvonly';
  kinds?: readonly ('audio' | 'video')[];
  codec?: TestCodec;
  firstPayloadType?: number;
  /** Lost packets are sent again in a separate stream (RFC 4588). */
  rtx?: boolean;
  config?: Partial<RTCPeerConnectionConfig>;
  /** Its handshake survives a rough network like that of browsers. */
  steady?: boolean;
  /** Changes the posted offer; the peer keeps the original. */
  rewriteOffer?: (sdp: string) => string;
}

export async function createTestPeer(options: TestPeerOptions): Promise<TestPeer> {
  const {
    direction,
    kinds = ['audio', 'video'],
    codec = 'VP8',
    firstPayloadType,
    rtx = false,
    config,
    steady = false,
    rewriteOffer,
  } = options;
  const absSendTime = new RTCRtpHeaderExtensionParameters({
    uri: 'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time',
  });
  const pc = new RTCPeerConnection({
    codecs: testCodecs(codec, firstPayloadType, rtx),
    headerExtensions: { audio: [absSendTime], video: [absSendTime] },
    iceServers: [],
    iceUseIpv6: false,
    bundlePolicy: 'max-bundle',
    ...config,
  });
  const transceivers = new Map(
    kinds.map((kind) => {
      const track = new MediaStreamTrack({ kind });
      return [kind, pc.addTransceiver(direction === 'sendonly' ? track : kind, { direction })] as const;
    }),
  );
  await pc.setLocalDescription(await pc.createOffer());
  if (steady) for (const transport of pc.dtlsTransports) steadyHandshake(transport);
  const offer = pc.localDescription?.sdp ?? '';
  return {
    pc,
    offer: rewriteOffer ? rewriteOffer(offer) : offer,
    audio: transceivers.get('audio'),
    video: transceivers.get('video'),
    accept: async (answer) => {
      await pc.setRemoteDescription({ type: 'answer', sdp: answer });
      if (pc.connectionState !== 'connected') {
        await pc.connectionStateChange.watch((state) => state === 'connected', 15_000);
      }
    },
    close: () => pc.close(),
  };
}

/** Closes the connection like browsers and encoders, with an encrypted close_notify. */
export const hangUp = ({ pc }: TestPeer): Promise<void> => sendCloseNotify(pc);

/** An encoder without a camera; the test sends each numbered payload. */
export function createEncoder(peer: TestPeer) {
  const start = { seq: randomInt(0xffff), timestamp: randomInt(0xffff_ffff) };
  let sent = 0;
  return {
    start,
    get sent() {
      return sent;
    },
    /** Sends one packet of `kind` whose payload is its number. */
    send(kind: 'audio' | 'video' = 'video', payload: Buffer = Buffer.from(`packet-${sent}`)): void {
      const header = new RtpHeader({
        sequenceNumber: (start.seq + sent) & 0xffff,
        timestamp: (start.timestamp + sent * 3000) >>> 0,
        marker: true,
      });
      sent += 1;
      void peer[kind]?.sender.sendRtp(new RtpPacket(header, payload));
    },
  };
}

/** Collects all packets that arrive for one kind, in order. */
export function collectPackets(peer: TestPeer, kind: 'audio' | 'video' = 'video'): RtpPacket[] {
  const packets: RtpPacket[] = [];
  const ssrcs = () => peer[kind]?.receiver.tracks.map((track) => track.ssrc) ?? [];
  for (const transport of peer.pc.dtlsTransports) {
    transport.onRtp.subscribe((packet) => {
      if (ssrcs().includes(packet.header.ssrc)) packets.push(packet.clone());
    });
  }
  return packets;
}
