import { ExtensionProfiles, RtpHeader } from 'werift';
import { absSendTime } from '../../../werift-fixes/rtp.ts';
import { clockRates, type MediaKind } from '../../../whip/sdp/codecs.ts';
import { keyFrameIntervalMs } from '../rtp/feedback.ts';
import type { RoomPacket } from '../rtp/packet.ts';
import { timeBetween, uint32 } from '../rtp/sequence.ts';
import { FrameGate } from './frame-gate.ts';
import type { Layer } from './layer.ts';
import { Renumbering, type Sent } from './renumbering.ts';

/** Minimum ms between the last frame of one source and the first of the next. */
const frameMs = 33;
/** Maximum ms by which translated time may differ from elapsed time; beyond it the layers' clocks are not trusted. */
const clockTrustMs = 5000;
/** Playback speed of the past while a viewer catches up. */
const replaySpeed = 10;

/** 2^32 units of NTP time are a second. */
const ntpSecond = 2 ** 32;

/** Converts a timestamp of one layer to the time of another by their encoder's reports; null without reports. */
export function translateTime(timestamp: number, of: Layer, to: Layer): number | null {
  if (!of.clock || !to.clock) return null;
  const rate = clockRates[of.source.kind];
  const apart = (Number(of.clock.ntpTimestamp - to.clock.ntpTimestamp) / ntpSecond) * rate;
  return to.clock.rtpTimestamp + Math.round(apart) + timeBetween(of.clock.rtpTimestamp, timestamp);
}

/** Compresses timestamps up to `end` by `replaySpeed`; later ones stay the same. */
const shortened = (end: number) => (timestamp: number) => {
  const past = timeBetween(timestamp, end);
  return past > 0 ? uint32(end - Math.ceil(past / replaySpeed)) : timestamp;
};

/** Selects one viewer's packets of sound or picture: one layer at a time, without frames that its line cannot carry. */
export class Downlink {
  readonly numbers = new Renumbering();
  readonly gate = new FrameGate();
  readonly #clockRate: number;
  readonly #hasFrames: boolean;
  #layer: Layer | null = null;
  #target: Layer | null = null;
  #lastAt = 0;
  #askedAt = 0;
  /** Packets of the past that are still to be sent; new packets are appended. Null once the viewer has caught up. */
  #behind: RoomPacket[] | null = null;
  #shorten: ((timestamp: number) => number) | undefined;

  constructor(kind: MediaKind) {
    this.#clockRate = clockRates[kind];
    this.#hasFrames = kind === 'video';
  }

  /** The layer being sent. */
  get layer(): Layer | null {
    return this.#layer;
  }

  /** The layer being sent, or the one to switch to at its next key frame. */
  get aim(): Layer | null {
    return this.#target ?? this.#layer;
  }

  /** Switches to a layer at its next key frame, and requests that key frame until it arrives. */
  aimAt(layer: Layer, now: number): void {
    const target = layer === this.#layer ? null : layer;
    if (target && (target !== this.#target || now - this.#askedAt >= keyFrameIntervalMs)) {
      target.keyFrames.request();
      this.#askedAt = now;
    }
    this.#target = target;
  }

  /** Converts a timestamp of the current layer to the viewer's. */
  timeOf(timestamp: number): number {
    return uint32(timestamp + this.numbers.timestampOffset);
  }

  /** Starts with a layer's kept packets since its last key frame. Returns false without kept packets. */
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

  /** Returns the next packets of the past; empty if the viewer has caught up. */
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

  /** Returns what to send for a new packet; null for nothing. */
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
    // A single stream may begin with any packet.
    if (layer.source.rid === null) return isFree;
    return frame.isKey && (layer === this.#target || (isFree && !this.#target));
  }

  #begin(layer: Layer, packet: RoomPacket, now: number): void {
    this.numbers.begin(packet, this.#beginOf(layer, packet, now));
    this.#layer = layer;
    this.#target = null;
  }

  /** Returns the viewer's timestamp for the first packet of a new source. */
  #beginOf(layer: Layer, { timestamp }: RoomPacket, now: number): number {
    const last = this.numbers.timestamp;
    if (!this.#layer || !this.numbers.hasBegun) return last;
    const passed = Math.round((Math.max(now - this.#lastAt, frameMs) * this.#clockRate) / 1000);
    const translated = this.#layer.isGone ? null : translateTime(timestamp, layer, this.#layer);
    if (translated === null) return last + passed;
    const ahead = timeBetween(last, translated + this.numbers.timestampOffset);
    if (Math.abs(ahead - passed) > (clockTrustMs * this.#clockRate) / 1000) return last + passed;
    // The old layer may have sent the same moment already.
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

const fixedBytes = 12;
/** Four bytes of extension header, four of abs-send-time. */
const extensionBytes = 8;

/**
 * One viewer's RTP header. Its fixed layout is written in place, because this runs for each packet of each viewer.
 */
export class DownlinkHeader extends RtpHeader {
  sentAt: Buffer = Buffer.alloc(3);
  readonly #extensionId: number | undefined;

  /** `extensionId`: the viewer's number for abs-send-time; the one-byte form has room up to 14. */
  constructor(ssrc: number, extensionId: number | undefined) {
    super({ ssrc });
    this.#extensionId = extensionId !== undefined && extensionId <= 14 ? extensionId : undefined;
  }

  override get serializeSize(): number {
    return this.#extensionId === undefined ? fixedBytes : fixedBytes + extensionBytes;
  }

  override serialize(): Buffer<ArrayBuffer> {
    const bytes = Buffer.allocUnsafe(this.serializeSize);
    bytes[0] = this.#extensionId === undefined ? 0x80 : 0x90;
    bytes[1] = (this.marker ? 0x80 : 0) | this.payloadType;
    bytes.writeUInt16BE(this.sequenceNumber, 2);
    bytes.writeUInt32BE(this.timestamp, 4);
    bytes.writeUInt32BE(this.ssrc, 8);
    if (this.#extensionId === undefined) return bytes;
    bytes.writeUInt16BE(ExtensionProfiles.OneByte, 12);
    bytes.writeUInt16BE(1, 14);
    bytes[16] = (this.#extensionId << 4) | (this.sentAt.length - 1);
    this.sentAt.copy(bytes, 17);
    return bytes;
  }
}
