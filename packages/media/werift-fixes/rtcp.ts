import {
  type GenericNack,
  PacketStatus,
  type RTCRtpReceiver,
  RtcpHeader,
  RtcpTransportLayerFeedback,
  type RtpPacket,
  TransportWideCC,
} from 'werift';

/*
 * werift 0.25.2
 *
 * Symptom: the list of a NACK continues into the next packet of the datagram. Chromium, which sends its bandwidth
 * estimate after each NACK, seems to miss ten or so packets never sent.
 *
 * Report to file upstream:
 *   Title: GenericNack.deSerialize reads past the end of its packet
 *   Concatenate a serialized NACK for [7] and a REMB, and pass them to RtcpPacketConverter.deSerialize: `lost` of the
 *   first packet has more than one entry. The converter passes `data.subarray(pos)`; it should end at
 *   `pos + header.length * 4`. Other feedback packets have the same bug, such as the SSRC list of a REMB.
 */

/** 32-bit words of an RTCP feedback packet before its list. */
const ssrcWords = 2;
/** Sequence numbers that one word of the list can name after its first (RFC 4585, 6.2.1). */
const reach = 16;

/** The sequence numbers of a NACK, without those read from the packets after it. */
export function lostOf({ lost, header }: GenericNack): number[] {
  let words = header.length - ssrcWords;
  let first = Number.NEGATIVE_INFINITY;
  const end = lost.findIndex((seq) => {
    if (seq > first && seq <= first + reach) return false;
    first = seq;
    words -= 1;
    return words < 0;
  });
  return end < 0 ? lost : lost.slice(0, end);
}

/*
 * werift 0.25.2
 *
 * Symptom: the class FullIntraRequest is not exported. A received request can be recognized only by its number.
 *
 * Report to file upstream:
 *   Title: Export FullIntraRequest
 *   `import { FullIntraRequest } from 'werift'` fails, although RtcpPayloadSpecificFeedback.deSerialize returns
 *   instances of it. packages/rtp/src/index.ts exports pictureLossIndication and remb of rtcp/psfb, but not fullIntraRequest.
 */

/** Whether payload-specific feedback is a Full Intra Request (RFC 5104, 4.3.1). */
export const isFullIntraRequest = ({ count }: { count: number }): boolean => count === 4;

/*
 * werift 0.25.2
 *
 * Symptom: a transport-wide feedback packet whose size is no multiple of four bytes has no padding and a too small
 * length. The receiver reads its end as another packet.
 *
 * Report to file upstream:
 *   Title: TransportWideCC.serialize writes no padding unless the header asks for it
 *   Serialize a TransportWideCC with one RunLengthChunk and one small RecvDelta and without `header`: it has 23 bytes and
 *   its length field says 20. `serialize` in packages/rtp/src/rtcp/rtpfb/twcc.ts should pad to four bytes and set the
 *   padding bit itself.
 */

type Fields = Pick<
  TransportWideCC,
  | 'senderSsrc'
  | 'mediaSourceSsrc'
  | 'baseSequenceNumber'
  | 'packetStatusCount'
  | 'referenceTime'
  | 'fbPktCount'
  | 'packetChunks'
  | 'recvDeltas'
>;

const { TypeTCCPacketReceivedLargeDelta: large } = PacketStatus;

/** A feedback packet that is padded to four bytes. */
export function arrivalFeedback(fields: Fields): RtcpTransportLayerFeedback {
  const deltaBytes = fields.recvDeltas.reduce((sum, { type }) => sum + (type === large ? 2 : 1), 0);
  const bytes = 2 * fields.packetChunks.length + deltaBytes;
  const header = new RtcpHeader({
    version: 2,
    type: RtcpTransportLayerFeedback.type,
    count: TransportWideCC.count,
    padding: bytes % 4 > 0,
  });
  return new RtcpTransportLayerFeedback({ feedback: new TransportWideCC({ ...fields, header }) });
}

/*
 * werift 0.25.2
 *
 * Symptom: a receiver of several video streams requests packets never sent: it counts sequence numbers of all SSRCs
 * of a section, also simulcast layers and RTX, as one stream.
 *
 * Report to file upstream:
 *   Title: NackHandler mixes the sequence numbers of all SSRCs of a receiver
 *   Receive two simulcast layers with NACK, one near sequence number 100 and one near 40000: `onPacketLost` reports
 *   thousands of packets. NackHandler in packages/webrtc/src/media/receiver/nack.ts has one `newEstSeqNum` and one
 *   `_lost` per receiver; it needs both per media SSRC.
 */

/**
 * Attributes removed from an offered section, so that the connection knows no track and sends no NACK. The caller
 * separates the streams and requests lost packets itself.
 */
export const streamAttributes: readonly string[] = ['rid', 'simulcast', 'ssrc', 'ssrc-group'];

/** Passes a packet to the receiver of its section, which only counts it for its receiver reports. */
export function countReceived(receiver: RTCRtpReceiver | undefined, packet: RtpPacket): void {
  receiver?.handleRtpBySsrc(packet, {});
}
