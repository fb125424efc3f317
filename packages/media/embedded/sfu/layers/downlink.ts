import { absSendTime } from '../../../werift-fixes/send-time.ts';
import { clockRates, type MediaKind } from '../../../whip/sdp/codecs.ts';
import { keyFrameIntervalMs } from '../rtp/key-frames.ts';
import type { RoomPacket } from '../rtp/packet-ring.ts';
import { timeBetween, uint32 } from '../rtp/sequence.ts';
import { FrameGate } from './frame-gate.ts';
import type { Layer } from './layer.ts';
import { Renumbering, type Sent } from './renumbering.ts';

/** ms between the last frame of one source and the first of the next, at least. */
const frameMs = 33;
/** ms up to which the clocks of two layers are believed. */
const clockTrustMs = 5000;
/** How many times faster the past is shown that a viewer catches up on. */
const replaySpeed = 10;

/** 2^32 units of NTP time are a second. */
const ntpSecond = 2 ** 32;

/** `timestamp` of one layer in the time of another, by their encoder's reports; null without them. */
export function translateTime(timestamp: number, of: Layer, to: Layer): number | null {
  if (!of.clock || !to.clock) return null;
  const rate = clockRates[of.source.kind];
  const apart = (Number(of.clock.ntpTimestamp - to.clock.ntpTimestamp) / ntpSecond) * rate;
  return to.clock.rtpTimestamp + Math.round(apart) + timeBetween(of.clock.rtpTimestamp, timestamp);
}

/** Time up to `end` shortened, time after it as it is. */
const shortened = (end: number) => (timestamp: number) => {
  const past = timeBetween(timestamp, end);
  return past > 0 ? uint32(end - Math.ceil(past / replaySpeed)) : timestamp;
};

/** What one viewer gets of the sound or the picture: one layer at a time, without the frames its line does not carry. */
export class Downlink {
  readonly numbers = new Renumbering();
  readonly gate = new FrameGate();
  readonly #clockRate: number;
  readonly #hasFrames: boolean;
  #layer: Layer | null = null;
  #target: Layer | null = null;
  #lastAt = 0;
  #askedAt = 0;
  /** Packets of the past that are still to be sent; those that come meanwhile are put behind them. */
  #behind: RoomPacket[] | null = null;
  #shorten: ((timestamp: number) => number) | undefined;

  constructor(kind: MediaKind) {
    this.#clockRate = clockRates[kind];
    this.#hasFrames = kind === 'video';
  }

  /** What is being sent. */
  get layer(): Layer | null {
    return this.#layer;
  }

  /** What is being sent, or will be from its next key frame on. */
  get aim(): Layer | null {
    return this.#target ?? this.#layer;
  }

  /** Goes over to a layer with its next key frame, which is asked for until it comes. */
  aimAt(layer: Layer, now: number): void {
    const target = layer === this.#layer ? null : layer;
    if (target && (target !== this.#target || now - this.#askedAt >= keyFrameIntervalMs)) {
      target.keyFrames.request();
      this.#askedAt = now;
    }
    this.#target = target;
  }

  /** A time of the layer that is being sent, as the viewer counts it. */
  timeOf(timestamp: number): number {
    return uint32(timestamp + this.numbers.timestampOffset);
  }

  /** Begins with what is kept of a layer since its last key frame. False without that. */
  rewind(layer: Layer, now: number): boolean {
    const past = layer.replay(now);
    const [first] = past;
    const end = past.at(-1)?.timestamp;
    if (!first || end === undefined) return false;
    this.#shorten = shortened(end);
    this.#begin(layer, { ...first, timestamp: this.#shorten(first.timestamp) }, now);
    this.gate.begin(first, now);
    this.#behind = [...past];
    return true;
  }

  /** The next of what was rewound to; empty when the viewer has caught up. */
  catchUp(count: number, now: number): Sent[] {
    if (!this.#behind) return [];
    const sentAt = absSendTime();
    const due = this.#behind.splice(0, count);
    if (this.#behind.length === 0) this.#behind = null;
    return due.flatMap((packet) => {
      const sent = this.#number(packet, now);
      if (sent) sent.sentAt = sentAt;
      return sent ?? [];
    });
  }

  get isBehind(): boolean {
    return this.#behind !== null;
  }

  /** What is to be sent of a packet that has come; null for nothing. */
  take(layer: Layer, packet: RoomPacket, now: number): Sent | null {
    if (layer !== this.#layer) {
      if (!this.#mayBegin(layer, packet)) return null;
      this.#begin(layer, packet, now);
      this.gate.begin(packet, now);
      this.#shorten = undefined;
      this.#behind = null;
    } else if (this.#behind) {
      this.#behind.push(packet);
      return null;
    }
    return this.#number(packet, now);
  }

  #mayBegin(layer: Layer, { frame }: RoomPacket): boolean {
    const isFree = !this.#layer || this.#layer.isGone;
    // A stream that is alone is passed on as it comes.
    if (layer.source.rid === null) return isFree;
    return frame.isKey && (layer === this.#target || (isFree && !this.#target));
  }

  #begin(layer: Layer, packet: RoomPacket, now: number): void {
    this.numbers.begin(packet, this.#beginOf(layer, packet, now));
    this.#layer = layer;
    this.#target = null;
  }

  /** Where a new source goes on. */
  #beginOf(layer: Layer, { timestamp }: RoomPacket, now: number): number {
    const last = this.numbers.timestamp;
    if (!this.#layer || !this.numbers.hasBegun) return last;
    const passed = Math.round((Math.max(now - this.#lastAt, frameMs) * this.#clockRate) / 1000);
    const translated = this.#layer.isGone ? null : translateTime(timestamp, layer, this.#layer);
    if (translated === null) return last + passed;
    const ahead = timeBetween(last, translated + this.numbers.timestampOffset);
    if (Math.abs(ahead - passed) > (clockTrustMs * this.#clockRate) / 1000) return last + passed;
    // The same moment may have been sent in the other size.
    return last + Math.max(ahead, 1);
  }

  #number(packet: RoomPacket, now: number): Sent | null {
    // Padding of the encoder.
    if (packet.payload.length === 0) return this.numbers.skip(packet, false);
    if (this.#hasFrames && !this.gate.passes(packet, now))
      return this.numbers.skip(packet, this.gate.isNewFrame);
    this.#lastAt = now;
    return this.numbers.place(packet, this.#shorten);
  }
}
