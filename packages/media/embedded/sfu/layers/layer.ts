import type { RtcpSenderInfo, RtpPacket } from 'werift';
import { absSendTime } from '../../../werift-fixes/rtp.ts';
import type { CodecName, MediaKind } from '../../../whip/sdp/codecs.ts';
import { KeyFrameRequests } from '../rtp/feedback.ts';
import { readH264 } from '../rtp/h264.ts';
import { type FrameInfo, IndexRing, plainFrame, type RoomPacket, type Size } from '../rtp/packet.ts';
import { RateMeter } from '../rtp/rate-meter.ts';
import { Unwrapped } from '../rtp/sequence.ts';
import { readVp8 } from '../rtp/vp8.ts';

/** ms without a packet after which a layer counts as given up by its encoder. */
export const layerSilentMs = 500;

/** Identifies the encoder's stream that a packet belongs to. */
export interface LayerSource {
  kind: MediaKind;
  codec: CodecName;
  ssrc: number;
  /** RTP stream id (RFC 8852) of a layer among several; null for a single stream. */
  rid: string | null;
}

export interface LayerParts {
  now: () => number;
  requestKeyFrame(ssrc: number): void;
}

function readFrame(codec: CodecName, payload: Buffer): FrameInfo {
  if (codec === 'VP8') return readVp8(payload);
  return codec === 'H264' ? readH264(payload) : plainFrame;
}

/** One stream of an encoder: the sound, the picture, or the picture in one of several sizes. */
export class Layer {
  readonly source: LayerSource;
  readonly rates = new RateMeter();
  readonly keyFrames: KeyFrameRequests;
  readonly #numbers = new Unwrapped();
  readonly #seen = new IndexRing<RoomPacket>();
  readonly #replay = new Replay();
  size: Size | null = null;
  /** ms since the epoch of its last packet. */
  lastAt = 0;
  /** The encoder's last report: NTP time and RTP timestamp of the same moment. */
  clock: RtcpSenderInfo | null = null;
  /** Whether its encoder, or this stream, has ended. */
  isGone = false;

  constructor(source: LayerSource, parts: LayerParts) {
    this.source = source;
    this.keyFrames = new KeyFrameRequests(() => parts.requestKeyFrame(source.ssrc), parts.now);
  }

  /** Null for a duplicate, and for a packet too late to tell whether it is one. */
  take({ header, payload }: RtpPacket, now: number): RoomPacket | null {
    const index = this.#numbers.index(header.sequenceNumber);
    if (this.#seen.isTaken(index)) return null;
    const { codec, kind } = this.source;
    const frame = readFrame(codec, payload);
    const { timestamp, marker } = header;
    const sentAt = absSendTime();
    const packet: RoomPacket = { index, timestamp, codec, marker, payload, frame, sentAt };
    this.#seen.add(packet);
    this.lastAt = now;
    this.rates.add(payload.length, frame.tid, now);
    if (frame.size) this.size = frame.size;
    if (kind === 'video') this.#replay.add(packet, now);
    return packet;
  }

  flows(now: number): boolean {
    return !this.isGone && now - this.lastAt <= layerSilentMs;
  }

  replay(now: number): readonly RoomPacket[] {
    return this.#replay.packets(now);
  }

  end(): void {
    this.isGone = true;
    this.keyFrames.stop();
  }
}

/** ms since the key frame for which packets are kept; after that the encoder may be asked for a new one at once. */
const replayMs = 2500;
const replayBytes = 250_000;
const replayPackets = 480;

/** All packets since the last key frame, for new viewers. Discarded when they become too many or too old. */
export class Replay {
  #packets: RoomPacket[] = [];
  #bytes = 0;
  #beganAt = 0;

  add(packet: RoomPacket, now: number): void {
    const [first] = this.#packets;
    if (packet.frame.isKey && packet.timestamp !== first?.timestamp && packet.index > (first?.index ?? 0)) {
      this.#packets = [packet];
      this.#bytes = packet.payload.length;
      this.#beganAt = now;
      return;
    }
    // Before the key frame.
    if (!first || packet.index < first.index) return;
    const at = this.#packets.findLastIndex(({ index }) => index < packet.index) + 1;
    this.#packets.splice(at, 0, packet);
    this.#bytes += packet.payload.length;
    if (this.#bytes > replayBytes || this.#packets.length > replayPackets) this.#packets = [];
  }

  /** In stream order; empty if the last key frame is too old. */
  packets(now: number): readonly RoomPacket[] {
    return now - this.#beganAt <= replayMs ? this.#packets : [];
  }
}
