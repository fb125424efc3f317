import { randomBytes } from 'node:crypto';
import {
  type RTCDtlsTransport,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RTCRtpHeaderExtensionParameters,
  type RTCRtpTransceiver,
  type RtcpPacket,
} from 'werift';
import { namesSession, requireSignedChecks, runRestart } from '../../werift-fixes/ice.ts';
import { makeKeysOnce } from '../../werift-fixes/rtp.ts';
import { steadyHandshake } from '../../werift-fixes/steady-handshake/index.ts';
import type { SessionPeer } from '../../whip/door.ts';
import { Refusal } from '../../whip/refusal.ts';
import type { MediaKind, OfferedCodec } from '../../whip/sdp/codecs.ts';
import type { Offer } from '../../whip/sdp/offer.ts';
import { addLines, type Choice, finishAnswer, narrowOffer, requireFlow } from './answer.ts';
import { widenBuffers } from './buffers.ts';

export const absSendTimeUri = 'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time';

export interface LinkOptions {
  /** Announced IP instead of the machine's own; without it loopback is offered too. */
  host?: string | undefined;
  portRange?: readonly [min: number, max: number] | undefined;
  /** ms after which a peer that did not connect is dropped. */
  connectMs: number;
  /** ms without a packet after which a peer is absent: one that reports often, and one that reports rarely. */
  absentMs: number;
  absentRareMs: number;
  /** ms without a packet after which a peer counts as dead. */
  silenceMs: number;
  now: () => number;
}

export interface PeerRequest {
  offer: Offer;
  choices: readonly Choice[];
  /** Additional lines of the answer, by the mid of their section. */
  added?: ReadonlyMap<string, readonly string[]> | undefined;
  direction: 'sendonly' | 'recvonly';
  link: LinkOptions;
}

export interface Peer extends SessionPeer {
  readonly id: string;
  readonly transport: RTCDtlsTransport;
  readonly transceivers: ReadonlyMap<MediaKind, RTCRtpTransceiver>;
  /** Connected and not absent. */
  readonly connected: boolean;
  /** Whether it sent an offer, ICE check, report or media within `absentMs`. */
  readonly present: boolean;
  onConnected(listener: () => void): void;
  /** Called when an absent peer is heard again. */
  onReturn(listener: () => void): void;
  /** Sends RTCP; errors of a closing connection are ignored. */
  sendRtcp(packets: RtcpPacket[]): void;
  /** Why the peer must be closed, or null. */
  verdict(): 'connect-timeout' | 'silent' | 'failed' | 'closed' | null;
  close(): Promise<void>;
}

function openConnection(request: PeerRequest, hearing: Hearing): RTCPeerConnection {
  const { choices, link } = request;
  const codecsOf = (kind: MediaKind) =>
    choices
      .filter((choice) => choice.kind === kind)
      .flatMap(({ codecs }) => codecs.flatMap((c) => toParameters(kind, c)));
  const extensions = choices.some((choice) => choice.extensions.length > 0)
    ? [new RTCRtpHeaderExtensionParameters({ uri: absSendTimeUri })]
    : [];
  const pc: RTCPeerConnection = new RTCPeerConnection({
    codecs: { audio: codecsOf('audio'), video: codecsOf('video') },
    headerExtensions: { audio: extensions, video: extensions },
    iceLite: true,
    iceServers: [],
    iceUseIpv6: false,
    iceUseTcp: false,
    ...(link.host ? {} : { iceAdditionalHostAddresses: ['127.0.0.1'] }),
    ...(link.portRange ? { icePortRange: [...link.portRange] } : {}),
    iceFilterStunResponse: (message) => {
      const known = namesSession(pc, message);
      if (known) hearing.note();
      return known;
    },
  });
  return pc;
}

async function answerOffer(pc: RTCPeerConnection, sdp: string, host: string | undefined): Promise<string> {
  await pc.setRemoteDescription({ type: 'offer', sdp }).catch((cause: unknown) => {
    throw new Refusal(422, `Unusable description: ${cause instanceof Error ? cause.message : cause}`);
  });
  // The DTLS server chooses the SRTP profile; AEAD_AES_128_GCM needs half the CPU of the other one.
  const mustAct = /^a=setup:passive\r?$/m.test(sdp);
  for (const transport of pc.dtlsTransports) {
    if (transport.role !== 'auto') continue;
    transport.role = mustAct ? 'client' : 'server';
    steadyHandshake(transport);
  }
  await pc.setLocalDescription(await pc.createAnswer());
  widenBuffers(pc);
  for (const transport of pc.iceTransports) requireSignedChecks(transport);
  return finishAnswer(pc.localDescription?.sdp ?? '', host);
}

export async function createPeer(request: PeerRequest): Promise<Peer> {
  const { offer, choices, added = new Map(), direction, link } = request;
  const createdAt = link.now();
  const hearing = new Hearing(link.now, reportsOften(offer) ? link.absentMs : link.absentRareMs);
  let ice = offer.ice;
  const pc = openConnection(request, hearing);
  const transceivers = new Map(
    choices.map(({ kind }) => {
      const transceiver = pc.addTransceiver(kind, { direction });
      // Players synchronise picture and sound of tracks with the same stream id.
      transceiver.sender.streamId = 'stream';
      return [kind, transceiver] as const;
    }),
  );
  const answer = await answerOffer(pc, narrowOffer(offer, choices, ice), link.host)
    .then((made) => addLines(requireFlow(made, direction), added))
    .catch(async (error) => {
      await pc.close();
      throw error;
    });
  const [transport] = pc.dtlsTransports;
  if (!transport) throw new Error('The answer has no transport');
  transport.iceTransport.connection.onData.subscribe(() => hearing.note());
  transport.onStateChange.subscribe((state) => {
    if (state === 'connected') makeKeysOnce(transport);
  });

  return {
    id: randomBytes(16).toString('base64url'),
    answer,
    transport,
    transceivers,
    get connected() {
      return transport.state === 'connected' && hearing.present;
    },
    get present() {
      return hearing.present;
    },
    get ice() {
      return ice;
    },
    onConnected: (listener) => {
      transport.onStateChange.subscribe((state) => {
        if (state === 'connected') listener();
      });
    },
    onReturn: (listener) => hearing.onReturn(listener),
    sendRtcp: (packets) => {
      if (transport.state === 'connected') transport.sendRtcp(packets).catch(() => undefined);
    },
    restart: async (next) => {
      const restarted = await answerOffer(pc, narrowOffer(offer, choices, next), link.host);
      ice = next;
      runRestart(transport);
      return restarted;
    },
    verdict: () => {
      if (transport.state === 'failed' || transport.state === 'closed') return transport.state;
      if (transport.state !== 'connected')
        return link.now() - createdAt > link.connectMs ? 'connect-timeout' : null;
      return hearing.silence > link.silenceMs ? 'silent' : null;
    },
    close: () => pc.close(),
  };
}

/** The parameters of a codec, and of its RTX codec if offered. */
export function toParameters(kind: MediaKind, codec: OfferedCodec): RTCRtpCodecParameters[] {
  const { name, payloadType, clockRate, fmtp, rtx } = codec;
  const media = new RTCRtpCodecParameters({
    mimeType: `${kind}/${name}`,
    payloadType,
    clockRate,
    ...(kind === 'audio' ? { channels: 2 } : {}),
    ...(fmtp ? { parameters: fmtp } : {}),
  });
  if (rtx === undefined) return [media];
  const parameters = `apt=${payloadType}`;
  return [
    media,
    new RTCRtpCodecParameters({ mimeType: `${kind}/rtx`, payloadType: rtx, clockRate, parameters }),
  ];
}

/**
 * Whether a peer with this offer reports every 0.5 to 1.5 s, as browsers that estimate bandwidth from video do.
 * GStreamer, for example, may report every 2.5 to 7.5 s (RFC 3550, 6.2).
 */
const reportsOften = ({ sections }: Offer): boolean =>
  sections.some(
    ({ kind, lines }) => kind === 'video' && lines.some((line) => /^a=rtcp-fb:\S+ goog-remb$/.test(line)),
  );

/** Records when a peer was last heard: ICE checks, reports or media. Construction counts as hearing it. */
class Hearing {
  readonly #now: () => number;
  readonly #absentMs: number;
  readonly #returned: (() => void)[] = [];
  #at: number;

  /** A peer is absent after `absentMs` without a packet. */
  constructor(now: () => number, absentMs: number) {
    this.#now = now;
    this.#absentMs = absentMs;
    this.#at = now();
  }

  /** ms since it was last heard. */
  get silence(): number {
    return this.#now() - this.#at;
  }

  get present(): boolean {
    return this.silence <= this.#absentMs;
  }

  note(): void {
    const isBack = !this.present;
    this.#at = this.#now();
    if (isBack) for (const listener of this.#returned) listener();
  }

  onReturn(listener: () => void): void {
    this.#returned.push(listener);
  }
}
