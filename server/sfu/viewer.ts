import {
  GenericNack,
  PictureLossIndication,
  ReceiverEstimatedMaxBitrate,
  RtcpPayloadSpecificFeedback,
  RtcpSenderInfo,
  RtcpSrPacket,
  RtcpTransportLayerFeedback,
} from 'werift';
import { absSendTimeUri, type Peer } from './peer.ts';
import type { CodecName, MediaKind } from './rtp/codecs.ts';
import { DownlinkHeader } from './rtp/downlink-header.ts';
import type { RoomPacket } from './rtp/packet-ring.ts';
import { indexNear, rolloverOf, seqOf } from './rtp/sequence.ts';
import type { Choice } from './sdp.ts';

/** Full Intra Request (RFC 5104); werift parses it but does not export its class. */
const firCount = 4;

/** ms between two packets above which nothing counts as delivered. */
const deliveryGapMs = 2000;

/** Delivery counters of a subject; they survive reconnects. */
export interface Delivery {
  packetsOut: number;
  /** ms in which packets were sent with no gap above `deliveryGapMs`. */
  deliveredMs: number;
  /** ms since the epoch; null before the first packet. */
  lastMediaAt: number | null;
}

export interface ViewerNeeds {
  keyFrame(): void;
  find(kind: MediaKind, index: number): RoomPacket | undefined;
}

export interface Viewer {
  readonly peer: Peer;
  readonly subject: string;
  readonly delivery: Delivery;
  /** bit/s that the player estimates; null before its first report. */
  readonly estimate: number | null;
  /** False when the codec was not negotiated: the viewer has to reconnect. */
  accepts(kind: MediaKind, codec: CodecName): boolean;
  send(kind: MediaKind, packet: RoomPacket, now: number): boolean;
  report(kind: MediaKind, info: { ntpTimestamp: bigint; rtpTimestamp: number }): void;
}

interface Downlink {
  kind: MediaKind;
  header: DownlinkHeader;
  payloadTypes: ReadonlyMap<CodecName, number>;
  /** Rollovers of the room's sequence before this viewer began. */
  firstRollover: number;
  lastIndex: number;
  packets: number;
  octets: number;
}

function createDownlink(peer: Peer, { kind, codecs }: Choice): Downlink {
  const transceiver = peer.transceivers.get(kind);
  const extension = transceiver?.headerExtensions.find(({ uri }) => uri === absSendTimeUri);
  return {
    kind,
    header: new DownlinkHeader(transceiver?.sender.ssrc ?? 0, extension?.id),
    payloadTypes: new Map(codecs.map(({ name, payloadType }) => [name, payloadType])),
    firstRollover: 0,
    lastIndex: 0,
    packets: 0,
    octets: 0,
  };
}

/** The same packet is encrypted to the same bytes each time: AES-GCM must never use one nonce for two texts. */
function transmit(peer: Peer, link: Downlink, packet: RoomPacket): boolean {
  const payloadType = link.payloadTypes.get(packet.codec);
  if (payloadType === undefined || !peer.connected) return false;
  const { header } = link;
  header.payloadType = payloadType;
  header.sequenceNumber = seqOf(packet.index);
  header.timestamp = packet.timestamp;
  header.marker = packet.marker;
  header.sentAt = packet.sentAt;
  // Set explicitly: werift guesses the rollover from the last packet sent, and one repeat near the
  // wrap-around would mislead it for good.
  const rollover = rolloverOf(packet.index) - link.firstRollover;
  if (rollover < 0) return false;
  const { srtp, iceTransport } = peer.transport;
  const bytes = srtp.localContext.cipher.encryptRtp(header, packet.payload, rollover);
  iceTransport.connection.send(bytes).catch(() => undefined);
  return true;
}

function countDelivery(delivery: Delivery, now: number): void {
  const gap = now - (delivery.lastMediaAt ?? now);
  if (gap > 0 && gap <= deliveryGapMs) delivery.deliveredMs += gap;
  delivery.packetsOut += 1;
  delivery.lastMediaAt = now;
}

export function createViewer(
  peer: Peer,
  subject: string,
  { choices, needs, delivery }: { choices: readonly Choice[]; needs: ViewerNeeds; delivery: Delivery },
): Viewer {
  const links = new Map(choices.map((choice) => [choice.kind, createDownlink(peer, choice)]));
  let estimate: number | null = null;

  function repeat({ mediaSourceSsrc, lost }: GenericNack): void {
    const link = [...links.values()].find(({ header }) => header.ssrc === mediaSourceSsrc);
    if (!link) return;
    for (const seq of lost) {
      const packet = needs.find(link.kind, indexNear(seq, link.lastIndex));
      if (packet) transmit(peer, link, packet);
      else needs.keyFrame();
    }
  }

  peer.transport.onRtcp.subscribe((packet) => {
    if (packet instanceof RtcpTransportLayerFeedback) {
      if (packet.feedback instanceof GenericNack) repeat(packet.feedback);
    } else if (packet instanceof RtcpPayloadSpecificFeedback) {
      const { feedback } = packet;
      if (feedback.count === PictureLossIndication.count || feedback.count === firCount) needs.keyFrame();
      if (feedback instanceof ReceiverEstimatedMaxBitrate) estimate = Number(feedback.bitrate);
    }
  });
  peer.onConnected(() => needs.keyFrame());

  return {
    peer,
    subject,
    delivery,
    get estimate() {
      return estimate;
    },
    accepts: (kind, codec) => links.get(kind)?.payloadTypes.has(codec) ?? true,
    send: (kind, packet, now) => {
      const link = links.get(kind);
      if (!link) return false;
      if (link.packets === 0) link.firstRollover = rolloverOf(packet.index);
      if (!transmit(peer, link, packet)) return false;
      link.lastIndex = Math.max(link.lastIndex, packet.index);
      link.packets += 1;
      link.octets += packet.payload.length;
      countDelivery(delivery, now);
      return true;
    },
    report: (kind, info) => {
      const link = links.get(kind);
      if (!link || link.packets === 0) return;
      const senderInfo = new RtcpSenderInfo({ ...info, packetCount: link.packets, octetCount: link.octets });
      peer.report([new RtcpSrPacket({ ssrc: link.header.ssrc, senderInfo })]);
    },
  };
}
