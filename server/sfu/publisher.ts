import { MediaStreamTrack, type RtcpSenderInfo, RtcpSrPacket, type RtpPacket } from 'werift';
import type { Peer } from './peer.ts';
import type { CodecName, MediaKind, OfferedCodec } from './rtp/codecs.ts';
import { rembMessage } from './rtp/remb.ts';
import type { Choice } from './sdp.ts';

/** What a room receives from its encoder. */
export interface PublisherFeed {
  media(kind: MediaKind, codec: CodecName, packet: RtpPacket): void;
  report(kind: MediaKind, info: RtcpSenderInfo): void;
}

export interface Publisher {
  readonly peer: Peer;
  readonly subject: string;
  readonly codecs: ReadonlyMap<MediaKind, OfferedCodec>;
  requestKeyFrame(): void;
  /** Tells the encoder what the room can take, in bit/s. */
  limitBitrate(bitsPerSecond: number): void;
}

interface Uplink {
  kind: MediaKind;
  codec: CodecName;
}

/**
 * werift routes by SSRC, which an offer need not name. Packets of an unnamed SSRC are matched by payload type and
 * handed to the receiver here, so that reports and repeats work.
 */
function adopt(peer: Peer, kind: MediaKind, packet: RtpPacket): void {
  const receiver = peer.transceivers.get(kind)?.receiver;
  if (!receiver) return;
  receiver.addTrack(new MediaStreamTrack({ kind, ssrc: packet.header.ssrc, remote: true }));
  receiver.handleRtpBySsrc(packet, {});
}

export function createPublisher(
  peer: Peer,
  subject: string,
  { choices, feed }: { choices: readonly Choice[]; feed: PublisherFeed },
): Publisher {
  const codecs = new Map<MediaKind, OfferedCodec>();
  const uplinks = new Map<number, Uplink>();
  for (const { kind, codecs: chosen } of choices) {
    const [codec] = chosen;
    if (!codec) continue;
    codecs.set(kind, codec);
    uplinks.set(codec.payloadType, { kind, codec: codec.name });
  }
  const ssrcs = new Map<MediaKind, number>();
  const named = new Set(
    [...peer.transceivers.values()].flatMap(({ receiver }) => receiver.tracks.map((t) => t.ssrc)),
  );

  peer.transport.onRtp.subscribe((packet) => {
    const uplink = uplinks.get(packet.header.payloadType);
    if (!uplink) return;
    ssrcs.set(uplink.kind, packet.header.ssrc);
    if (!named.has(packet.header.ssrc)) adopt(peer, uplink.kind, packet);
    feed.media(uplink.kind, uplink.codec, packet);
  });
  peer.transport.onRtcp.subscribe((packet) => {
    if (!(packet instanceof RtcpSrPacket)) return;
    for (const [kind, ssrc] of ssrcs) if (ssrc === packet.ssrc) feed.report(kind, packet.senderInfo);
  });

  return {
    peer,
    subject,
    codecs,
    requestKeyFrame: () => {
      const ssrc = ssrcs.get('video');
      if (ssrc !== undefined) void peer.transceivers.get('video')?.receiver.sendRtcpPLI(ssrc);
    },
    limitBitrate: (bitsPerSecond) => {
      const ssrc = ssrcs.get('video');
      const receiver = peer.transceivers.get('video')?.receiver;
      if (ssrc === undefined || !receiver) return;
      peer.report([rembMessage(receiver.rtcpSsrc, ssrc, bitsPerSecond)]);
    },
  };
}
