import { type RtcpSenderInfo, RtcpSrPacket, type RtpPacket } from 'werift';
import { countReceived } from '../../werift-fixes/rtcp.ts';
import type { MediaKind, OfferedCodec } from '../../whip/sdp/codecs.ts';
import type { Choice } from './answer.ts';
import type { Sending } from './choices.ts';
import type { LayerSource } from './layers/layer.ts';
import type { Peer } from './peer.ts';
import { rembMessage } from './rtp/feedback.ts';
import { createArrivalReports } from './uplink/arrival-reports.ts';
import { soundLevelOf } from './uplink/extensions.ts';
import { createRepeats, createUplinks } from './uplink/uplinks.ts';

/** What a room receives from its encoder. */
export interface PublisherFeed {
  /** `level`: -dBov that a packet of sound states (RFC 6464); null if it states no level. */
  media(source: LayerSource, packet: RtpPacket, level: number | null): void;
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

export interface PublisherParts {
  choices: readonly Choice[];
  sending: Sending;
  feed: PublisherFeed;
  now: () => number;
}

export function createPublisher(peer: Peer, subject: string, parts: PublisherParts): Publisher {
  const { choices, sending, feed, now } = parts;
  const codecs = new Map(
    choices.flatMap(({ kind, codecs: [codec] }) => (codec ? [[kind, codec] as const] : [])),
  );
  const uplinks = createUplinks(choices, sending);
  const noteRepeats = createRepeats(peer, uplinks.all, now);
  const receiverOf = ({ kind }: LayerSource) => peer.transceivers.get(kind)?.receiver;

  const { numbersId, sentId } = sending;
  const noteArrival = numbersId === null ? null : createArrivalReports(peer, { numbersId, sentId });

  peer.transport.onRtp.subscribe((received) => {
    noteArrival?.(received);
    const packet = uplinks.unwrapped(received);
    const uplink = packet && uplinks.of(packet);
    if (!uplink) return;
    // A retransmitted packet counts as received: reports to the encoder contain only final loss.
    countReceived(receiverOf(uplink.source), packet);
    noteRepeats(uplink, packet.header.sequenceNumber);
    const { source } = uplink;
    feed.media(source, packet, source.kind === 'audio' ? soundLevelOf(packet, sending.levelId) : null);
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
      peer.sendRtcp([rembMessage(receiver.rtcpSsrc, ssrcs, bitsPerSecond)]);
    },
  };
}
