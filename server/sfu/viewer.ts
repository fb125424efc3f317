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

/** Full Intra Request (RFC 5104): werift reads it but does not export its class. */
const firCount = 4;

/** What was handed to one viewer; it outlives a reconnect of the same subject. */
export interface Delivery {
  packetsOut: number;
  /** Time (ms) of the last packet, null before the first. */
  lastMediaAt: number | null;
}

/** What a viewer asks of its room. */
export interface ViewerNeeds {
  keyFrame(): void;
  /** The packet with this index, if the room still has it. */
  find(kind: MediaKind, index: number): RoomPacket | undefined;
}

export interface Viewer {
  readonly peer: Peer;
  readonly subject: string;
  readonly delivery: Delivery;
  /** What the player believes its line can carry (bit/s), null when it never said. */
  readonly estimate: number | null;
  /** True when the codec was negotiated; a viewer that can't follow the encoder must come again. */
  accepts(kind: MediaKind, codec: CodecName): boolean;
  send(kind: MediaKind, packet: RoomPacket, now: number): boolean;
  report(kind: MediaKind, info: { ntpTimestamp: bigint; rtpTimestamp: number }): void;
}

interface Downlink {
  kind: MediaKind;
  header: DownlinkHeader;
  payloadTypes: ReadonlyMap<CodecName, number>;
  /** Rollovers that the room had behind it when this viewer began, who counts from zero. */
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

/** Sends one packet. The same packet gives the same bytes each time: AES-GCM must not see one number with two texts. */
function transmit(peer: Peer, link: Downlink, packet: RoomPacket): boolean {
  const payloadType = link.payloadTypes.get(packet.codec);
  if (payloadType === undefined || !peer.connected) return false;
  const { header } = link;
  header.payloadType = payloadType;
  header.sequenceNumber = seqOf(packet.index);
  header.timestamp = packet.timestamp;
  header.marker = packet.marker;
  header.sentAt = packet.sentAt;
  // werift guesses the rollover from the number it sent last, and one repeat near the end of the numbers
  // would mislead it for good; the index knows.
  const rollover = rolloverOf(packet.index) - link.firstRollover;
  if (rollover < 0) return false;
  const { srtp, iceTransport } = peer.transport;
  const bytes = srtp.localContext.cipher.encryptRtp(header, packet.payload, rollover);
  iceTransport.connection.send(bytes).catch(() => undefined);
  return true;
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
      delivery.packetsOut += 1;
      delivery.lastMediaAt = now;
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
