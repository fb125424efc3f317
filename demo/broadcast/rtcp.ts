import {
  RtcpSenderInfo,
  RtcpSourceDescriptionPacket,
  RtcpSrPacket,
  SourceDescriptionChunk,
  SourceDescriptionItem,
} from 'werift';

/** Seconds from NTP's epoch to the one of Date. */
const NTP_EPOCH_S = 2_208_988_800;

interface SenderStats {
  now: number;
  timestamp: number;
  packets: number;
  bytes: number;
}

/** Pairs the wall clock with the RTP clock of one stream. */
export function senderReport(ssrc: number, { now, timestamp, packets, bytes }: SenderStats): RtcpSrPacket {
  const seconds = now / 1000 + NTP_EPOCH_S;
  const fraction = Math.floor((seconds % 1) * 2 ** 32);
  return new RtcpSrPacket({
    ssrc,
    senderInfo: new RtcpSenderInfo({
      ntpTimestamp: (BigInt(Math.floor(seconds)) << 32n) | BigInt(fraction),
      rtpTimestamp: timestamp,
      packetCount: packets,
      octetCount: bytes,
    }),
  });
}

/** Both streams have the same CNAME, by which receivers synchronise them. */
export function sourceNames(sources: number[], name: string): RtcpSourceDescriptionPacket {
  return new RtcpSourceDescriptionPacket({
    chunks: sources.map(
      (source) =>
        new SourceDescriptionChunk({ source, items: [new SourceDescriptionItem({ type: 1, text: name })] }),
    ),
  });
}
