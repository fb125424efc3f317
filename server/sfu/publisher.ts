import {
  GenericNack,
  type RtcpSenderInfo,
  RtcpSrPacket,
  RtcpTransportLayerFeedback,
  type RtpPacket,
  unwrapRtx,
} from 'werift';
import type { LayerSource } from './layers/layer.ts';
import type { OfferedRids } from './layers/rids.ts';
import type { Peer } from './peer.ts';
import type { MediaKind, OfferedCodec } from './rtp/codecs.ts';
import { Missing } from './rtp/missing.ts';
import { rembMessage } from './rtp/remb.ts';
import { seqOf, Unwrapped } from './rtp/sequence.ts';
import type { Choice } from './sdp.ts';

/** What a room receives from its encoder. */
export interface PublisherFeed {
  media(source: LayerSource, packet: RtpPacket): void;
  report(source: LayerSource, info: RtcpSenderInfo): void;
}

export interface Publisher {
  readonly peer: Peer;
  readonly subject: string;
  readonly codecs: ReadonlyMap<MediaKind, OfferedCodec>;
  requestKeyFrame(ssrc: number): void;
  /** Tells the encoder what the room can take, in bit/s. */
  limitBitrate(bitsPerSecond: number): void;
}

/** ms between looks at what has not come. */
const repeatCheckMs = 20;

interface Uplink {
  source: LayerSource;
  numbers: Unwrapped;
  missing: Missing;
  payloadType: number;
  /** SSRC under which its packets are sent again, once a layer has named it. */
  repairSsrc: number | null;
}

export interface PublisherParts {
  choices: readonly Choice[];
  rids: readonly OfferedRids[];
  feed: PublisherFeed;
  now: () => number;
}

/** The layer that a packet names in this header extension. */
function ridOf({ header }: RtpPacket, { rids }: OfferedRids, extensionId: number): string | undefined {
  const named = header.extensions.find(({ id }) => id === extensionId)?.payload.toString('latin1');
  return rids.find((rid) => rid === named);
}

/** Learns to which stream an SSRC belongs: by the layer's name, or by the payload type where there is one stream. */
function createUplinks({ choices, rids }: PublisherParts) {
  const uplinks = new Map<number, Uplink>();
  const ridsOf = (mid: string) => rids.find((offered) => offered.mid === mid);
  const byPayloadType = new Map(
    choices.flatMap(({ kind, mid, codecs: [codec] }) =>
      codec ? [[codec.payloadType, { kind, codec: codec.name, layers: ridsOf(mid) }] as const] : [],
    ),
  );
  const repairTypes = new Map(
    choices.flatMap(({ codecs: [codec] }) =>
      codec?.rtx === undefined ? [] : [[codec.rtx, codec.payloadType] as const],
    ),
  );
  function learn(packet: RtpPacket): Uplink | undefined {
    const { payloadType, ssrc } = packet.header;
    const known = byPayloadType.get(payloadType);
    const rid = known?.layers ? ridOf(packet, known.layers, known.layers.extensionId) : null;
    if (!known || rid === undefined) return undefined;
    const source = { kind: known.kind, codec: known.codec, ssrc, rid };
    const uplink = {
      source,
      numbers: new Unwrapped(),
      missing: new Missing(),
      payloadType,
      repairSsrc: null,
    };
    // An encoder that begins anew under another SSRC has left the old one.
    for (const [old, other] of uplinks) {
      if (other.source.kind === source.kind && other.source.rid === source.rid) uplinks.delete(old);
    }
    uplinks.set(ssrc, uplink);
    return uplink;
  }
  /** Whose packets are sent again under this SSRC. */
  function repairedBy(packet: RtpPacket, payloadType: number): Uplink | undefined {
    const { ssrc } = packet.header;
    const same = [...uplinks.values()].filter((uplink) => uplink.payloadType === payloadType);
    const layers = byPayloadType.get(payloadType)?.layers;
    if (!layers) return same[0];
    const rid = ridOf(packet, layers, layers.repairedId);
    const uplink = same.find(({ source, repairSsrc }) => (rid ? source.rid === rid : repairSsrc === ssrc));
    if (uplink) uplink.repairSsrc = ssrc;
    return uplink;
  }
  return {
    all: uplinks,
    /** What a retransmission repeats (RFC 4588), other packets as they are; null for what nobody waits for, such as padding. */
    unwrapped: (packet: RtpPacket): RtpPacket | null => {
      const payloadType = repairTypes.get(packet.header.payloadType);
      if (payloadType === undefined) return packet;
      const uplink = repairedBy(packet, payloadType);
      const isAwaited = packet.payload.length > 2 && uplink?.missing.awaits(packet.payload.readUInt16BE(0));
      return uplink && isAwaited ? unwrapRtx(packet, payloadType, uplink.source.ssrc) : null;
    },
    of: (packet: RtpPacket) =>
      byPayloadType.has(packet.header.payloadType)
        ? (uplinks.get(packet.header.ssrc) ?? learn(packet))
        : undefined,
  };
}

/** Asks for what is missing, each stream for itself: werift counts all SSRCs of a section as one stream. */
function createRepeats(peer: Peer, uplinks: ReadonlyMap<number, Uplink>, now: () => number) {
  let timer: NodeJS.Timeout | null = null;
  function ask(): void {
    timer = null;
    for (const { source, missing } of uplinks.values()) {
      const lost = missing.due(now()).map(seqOf);
      const senderSsrc = peer.transceivers.get(source.kind)?.receiver.rtcpSsrc ?? 0;
      const feedback = new GenericNack({ senderSsrc, mediaSourceSsrc: source.ssrc, lost });
      if (lost.length > 0) peer.report([new RtcpTransportLayerFeedback({ feedback })]);
      if (missing.size > 0) schedule();
    }
  }
  function schedule(): void {
    if (!timer) timer = setTimeout(ask, repeatCheckMs).unref();
  }
  return ({ source, numbers, missing }: Uplink, seq: number) => {
    if (source.kind !== 'video') return;
    missing.came(numbers.index(seq), now());
    if (missing.size > 0) schedule();
  };
}

export function createPublisher(peer: Peer, subject: string, parts: PublisherParts): Publisher {
  const { choices, feed, now } = parts;
  const codecs = new Map(
    choices.flatMap(({ kind, codecs: [codec] }) => (codec ? [[kind, codec] as const] : [])),
  );
  const uplinks = createUplinks(parts);
  const noteRepeats = createRepeats(peer, uplinks.all, now);
  const receiverOf = ({ kind }: LayerSource) => peer.transceivers.get(kind)?.receiver;

  peer.transport.onRtp.subscribe((received) => {
    const packet = uplinks.unwrapped(received);
    const uplink = packet && uplinks.of(packet);
    if (!uplink) return;
    // werift knows no SSRC of the offer; it is handed the packets so that it makes the receiver reports. What was sent again
    // counts as received: the encoder is to hear of what is lost for good.
    receiverOf(uplink.source)?.handleRtpBySsrc(packet, {});
    noteRepeats(uplink, packet.header.sequenceNumber);
    feed.media(uplink.source, packet);
  });
  peer.transport.onRtcp.subscribe((packet) => {
    if (!(packet instanceof RtcpSrPacket)) return;
    const uplink = uplinks.all.get(packet.ssrc);
    if (!uplink) return;
    receiverOf(uplink.source)?.handleRtcpPacket(packet);
    feed.report(uplink.source, packet.senderInfo);
  });

  return {
    peer,
    subject,
    codecs,
    requestKeyFrame: (ssrc) => {
      void peer.transceivers.get('video')?.receiver.sendRtcpPLI(ssrc);
    },
    limitBitrate: (bitsPerSecond) => {
      const ssrcs = [...uplinks.all.values()].flatMap(({ source }) =>
        source.kind === 'video' ? [source.ssrc] : [],
      );
      const receiver = peer.transceivers.get('video')?.receiver;
      if (ssrcs.length === 0 || !receiver) return;
      peer.report([rembMessage(receiver.rtcpSsrc, ssrcs, bitsPerSecond)]);
    },
  };
}
