import type { RoomPacket } from '../rtp/packet.ts';
import type { RateMeter } from '../rtp/rate-meter.ts';
import { timeBetween } from '../rtp/sequence.ts';

/** Minimum ms between two key frames for a viewer whose line cannot carry all frames between them. */
const keyFrameEveryMs = 1500;
/** Number of dropped frames that are remembered, for their late packets. */
const remembered = 32;
const allTids = 3;
/** Maximum debt of the lowest temporal layer, in seconds of its rate: a key frame is as large as half a second. */
const debtSeconds = 0.75;

/**
 * Drops whole frames for a viewer whose line is too thin: first those of higher temporal layers, and if the lowest
 * is still too much, all frames until a key frame fits the budget or is overdue.
 */
export class FrameGate {
  /** Whether the last checked packet was the first of its frame. */
  isNewFrame = false;
  readonly #leftOut: number[] = [];
  #timestamp: number | null = null;
  #passes = true;
  /** bit/s; null while everything fits. */
  #rate: number | null = null;
  /** Bits that may be sent now; negative while in debt. */
  #tokens = 0;
  #filledAt = 0;
  #wantedTid = allTids;
  #tid = allTids;
  /** Nothing can be decoded before the next key frame. */
  #isBroken = false;
  #keyFrameAt = 0;

  /** Call often. `rates`: the stream's. */
  adapt(available: number | null, rates: RateMeter, now: number): void {
    const isFull = available !== null && rates.total > available * (this.#rate === null ? 1 : 0.8);
    if (!isFull) {
      this.#rate = null;
      this.#wantedTid = allTids;
      return;
    }
    if (this.#rate === null) {
      this.#filledAt = now;
      this.#tokens = 0;
    }
    this.#rate = available;
    let tid = Math.max(rates.top, 0);
    // The highest layer may fit in part.
    while (tid > 0 && rates.upTo(tid - 1) > available) tid -= 1;
    this.#wantedTid = tid;
  }

  /** Whether the viewer needs a key frame and may be sent one now. */
  wantsKeyFrame(now: number): boolean {
    return this.#isBroken && now - this.#keyFrameAt >= keyFrameEveryMs;
  }

  spend(bytes: number): void {
    if (this.#rate !== null) this.#tokens -= bytes * 8;
  }

  /** Starts another source with its first packet. */
  begin(packet: RoomPacket, now: number): void {
    this.#timestamp = packet.timestamp;
    this.#passes = true;
    this.#isBroken = false;
    this.#tid = allTids;
    this.#leftOut.length = 0;
    this.#keyFrameAt = now;
  }

  passes(packet: RoomPacket, now: number): boolean {
    const { timestamp } = packet;
    this.isNewFrame = this.#timestamp === null || timeBetween(this.#timestamp, timestamp) > 0;
    if (this.isNewFrame) {
      this.#timestamp = timestamp;
      this.#passes = this.#decide(packet, now);
      if (!this.#passes) this.#remember(timestamp);
    }
    return timestamp === this.#timestamp ? this.#passes : !this.#leftOut.includes(timestamp);
  }

  #remember(timestamp: number): void {
    this.#leftOut.push(timestamp);
    if (this.#leftOut.length > remembered) this.#leftOut.shift();
  }

  #decide({ frame }: RoomPacket, now: number): boolean {
    this.#fill(now);
    const isDue = this.#rate === null || this.#tokens >= 0;
    if (frame.isKey) {
      this.#isBroken = !isDue && now - this.#keyFrameAt < keyFrameEveryMs;
      if (this.#isBroken) return false;
      this.#keyFrameAt = now;
      this.#tid = this.#wantedTid;
      return true;
    }
    if (this.#isBroken) return false;
    if (frame.tid > this.#tid) {
      if (frame.tid > this.#wantedTid || !frame.isSync || !isDue) return false;
      this.#tid = frame.tid;
    } else if (frame.tid > this.#wantedTid || (frame.tid > 0 && !isDue)) {
      this.#tid = frame.tid - 1;
      return false;
    }
    this.#isBroken = frame.tid === 0 && this.#rate !== null && this.#tokens < -this.#rate * debtSeconds;
    return !this.#isBroken;
  }

  #fill(now: number): void {
    if (this.#rate === null) return;
    const filled = this.#tokens + (this.#rate * (now - this.#filledAt)) / 1000;
    this.#tokens = Math.min(filled, this.#rate / 2);
    this.#filledAt = now;
  }
}
