import type { RtcpSenderInfo, RtpPacket } from 'werift';
import { absSendTime } from '../../../werift-fixes/send-time.ts';
import type { CodecName, MediaKind } from '../../../whip/sdp/codecs.ts';
import { type FrameInfo, plainFrame, type Size } from '../rtp/frame.ts';
import { readH264 } from '../rtp/h264.ts';
import { KeyFrameRequests } from '../rtp/key-frames.ts';
import { IndexRing, type RoomPacket } from '../rtp/packet-ring.ts';
import { RateMeter } from '../rtp/rate-meter.ts';
import { Unwrapped } from '../rtp/sequence.ts';
import { readVp8 } from '../rtp/vp8.ts';
import { Replay } from './replay.ts';

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
