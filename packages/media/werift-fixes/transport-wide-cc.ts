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
import { PacketStatus, RtcpHeader, RtcpTransportLayerFeedback, TransportWideCC } from 'werift';

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
