import { randomBytes } from 'node:crypto';
import {
  type RTCDtlsTransport,
  RTCPeerConnection,
  RTCRtpHeaderExtensionParameters,
  type RTCRtpTransceiver,
  type RtcpPacket,
} from 'werift';
import { Refusal } from './refusal.ts';
import { type MediaKind, toWerift } from './rtp/codecs.ts';
import { type Choice, finishAnswer, type IceCredentials, narrowOffer, type Offer } from './sdp.ts';

export const absSendTimeUri = 'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time';

export interface LinkOptions {
  /** Address written into the answer instead of the machine's own ones; loopback is always offered without it. */
  host?: string | undefined;
  portRange?: readonly [min: number, max: number] | undefined;
  /** A peer that did not connect within this time (ms) is given up. */
  connectMs: number;
  /** A peer that was not heard for this time (ms) is dead. */
  silenceMs: number;
  now: () => number;
}

export interface PeerRequest {
  offer: Offer;
  choices: readonly Choice[];
  direction: 'sendonly' | 'recvonly';
  link: LinkOptions;
}

/** One WebRTC connection: its answer, whether it lives, and its restart. */
export interface Peer {
  readonly id: string;
  /** The answer with all candidates. */
  readonly answer: string;
  readonly transport: RTCDtlsTransport;
  readonly transceivers: ReadonlyMap<MediaKind, RTCRtpTransceiver>;
  readonly connected: boolean;
  /** Credentials the other side uses now. */
  readonly ice: IceCredentials;
  /** Media reached or left this peer within `ms`. */
  heardWithin(ms: number): boolean;
  onConnected(listener: () => void): void;
  /** Sends RTCP; what can not leave any more is let go. */
  report(packets: RtcpPacket[]): void;
  /** Answers an ICE restart of the other side; the DTLS association and all counters stay. */
  restart(ice: IceCredentials): Promise<string>;
  /** Why the peer has to go now, or null while it is alive. */
  verdict(): 'connect-timeout' | 'silent' | 'failed' | 'closed' | null;
  close(): Promise<void>;
}

function openConnection(request: PeerRequest, heard: () => void): RTCPeerConnection {
  const { choices, link } = request;
  const codecsOf = (kind: MediaKind) =>
    choices
      .filter((choice) => choice.kind === kind)
      .flatMap(({ codecs }) => codecs.map((c) => toWerift(kind, c)));
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
    // werift does not check who sent a binding request; the pair of names is known to the two ends only.
    iceFilterStunResponse: (message) => {
      const ice = pc.iceTransports[0]?.connection;
      const known = message.getAttributeValue('USERNAME') === `${ice?.localUsername}:${ice?.remoteUsername}`;
      if (known) heard();
      return known;
    },
  });
  return pc;
}

async function answerOffer(pc: RTCPeerConnection, sdp: string, host: string | undefined): Promise<string> {
  await pc.setRemoteDescription({ type: 'offer', sdp }).catch((cause: unknown) => {
    throw new Refusal(
      422,
      `The description could not be used: ${cause instanceof Error ? cause.message : cause}`,
    );
  });
  // As the DTLS server we choose the SRTP profile, and AEAD_AES_128_GCM costs half of the other one.
  const mustAct = /^a=setup:passive\r?$/m.test(sdp);
  for (const transport of pc.dtlsTransports) {
    if (transport.role === 'auto') transport.role = mustAct ? 'client' : 'server';
  }
  await pc.setLocalDescription(await pc.createAnswer());
  return finishAnswer(pc.localDescription?.sdp ?? '', host);
}

export async function createPeer(request: PeerRequest): Promise<Peer> {
  const { offer, choices, direction, link } = request;
  const createdAt = link.now();
  let heardAt = createdAt;
  let ice = offer.ice;
  const heard = () => {
    heardAt = link.now();
  };
  const pc = openConnection(request, heard);
  const transceivers = new Map(
    choices.map(({ kind }) => {
      const transceiver = pc.addTransceiver(kind, { direction });
      // One stream name for both, or the player would not keep picture and sound in step.
      transceiver.sender.streamId = 'vonk';
      return [kind, transceiver] as const;
    }),
  );
  const answer = await answerOffer(pc, narrowOffer(offer, choices, ice), link.host).catch(async (error) => {
    await pc.close();
    throw error;
  });
  const [transport] = pc.dtlsTransports;
  if (!transport) throw new Error('The answer was made without a transport');
  transport.iceTransport.connection.onData.subscribe(heard);

  return {
    id: randomBytes(16).toString('base64url'),
    answer,
    transport,
    transceivers,
    get connected() {
      return transport.state === 'connected';
    },
    get ice() {
      return ice;
    },
    heardWithin: (ms) => link.now() - heardAt <= ms,
    onConnected: (listener) => {
      transport.onStateChange.subscribe((state) => {
        if (state === 'connected') listener();
      });
    },
    report: (packets) => {
      if (transport.state === 'connected') transport.sendRtcp(packets).catch(() => undefined);
    },
    restart: async (next) => {
      const restarted = await answerOffer(pc, narrowOffer(offer, choices, next), link.host);
      ice = next;
      // werift starts no second round of checks by itself once DTLS stands; a round that fails ends as silence.
      transport.iceTransport.start().catch(() => undefined);
      return restarted;
    },
    verdict: () => {
      if (transport.state === 'failed' || transport.state === 'closed') return transport.state;
      if (transport.state !== 'connected')
        return link.now() - createdAt > link.connectMs ? 'connect-timeout' : null;
      return link.now() - heardAt > link.silenceMs ? 'silent' : null;
    },
    close: () => pc.close(),
  };
}
