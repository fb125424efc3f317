import type { Size } from '../rtp/packet.ts';
import { timeBetween } from '../rtp/sequence.ts';

/** ms without a new frame after which the picture counts as frozen. */
export const frozenAfterMs = 2000;
/** The same while all frames repeat one picture: less, because the first repeats still refine it. */
const repeatedMs = 1750;
/** ms after a key frame in which encoders still refine it; these frames are not judged. */
const refinedMs = 300;
/** Judged frames without which repetition cannot be told. */
const fewestFrames = 10;
/** Largest frame without a change: a part that does not depend on the size, and bits per macroblock. */
const unchanged = { bytes: 64, bitsPerBlock: 1.75 };
/** Sizes that repeated frames have at most; encoders alternate between those of their temporal layers. */
const fewestSizes = 5;
/** ms up to which two key frames are compared. */
const comparedMs = 2 * frozenAfterMs;
/** Bytes by which two sizes differ that count as one. */
const sameBytes = 2;

interface SeenFrame {
  readonly at: number;
  readonly timestamp: number;
  readonly isJudged: boolean;
  bytes: number;
}

/** What one packet adds to a frame. */
export interface FramePart {
  readonly timestamp: number;
  readonly bytes: number;
  readonly isKey: boolean;
  /** If the packet reveals it. */
  readonly size: Size | null;
}

/** Number of sizes, those that differ only a little counted as one. */
function countSizes(frames: readonly SeenFrame[]): number {
  const sorted = frames.map(({ bytes }) => bytes).toSorted((one, other) => one - other);
  return sorted.filter((bytes, at) => at === 0 || bytes - (sorted[at - 1] ?? 0) > sameBytes).length;
}

/**
 * Detects a frozen picture without decoding: no new frames, or only tiny frames of the same few sizes. A camera's
 * noise varies the size of key frames at least; streams of key frames only are not judged.
 */
export class FrameWatch {
  /** Those of the last `frozenAfterMs`, oldest first. */
  readonly #frames: SeenFrame[] = [];
  readonly #since: number;
  #size: Size | null = null;
  #lastAt: number;
  /** The last three key frames, newest first; the newest may be incomplete. */
  #keys: readonly SeenFrame[] = [];

  constructor(now: number) {
    this.#since = now;
    this.#lastAt = now;
  }

  get size(): Size | null {
    return this.#size;
  }

  take({ timestamp, bytes, isKey, size }: FramePart, now: number): void {
    if (size) this.#size = size;
    const last = this.#frames.at(-1);
    const ahead = last ? timeBetween(last.timestamp, timestamp) : 1;
    if (last && ahead === 0) last.bytes += bytes;
    // The rest of an earlier frame that came late is left out.
    if (ahead <= 0) return;
    const keyAt = isKey ? now : (this.#keys[0]?.at ?? Number.NEGATIVE_INFINITY);
    const frame = { at: now, timestamp, isJudged: now - keyAt > refinedMs, bytes };
    if (isKey) this.#keys = [frame, ...this.#keys].slice(0, 3);
    this.#lastAt = now;
    this.#frames.push(frame);
    this.#forget(now);
  }

  isFrozen(now: number): boolean {
    if (now - this.#lastAt >= frozenAfterMs) return true;
    if (!this.#size || now - this.#since < frozenAfterMs) return false;
    this.#forget(now);
    // The last frame may be incomplete.
    const judged = this.#frames.slice(0, -1).filter(({ at, isJudged }) => isJudged && now - at < repeatedMs);
    const blocks = Math.ceil(this.#size.width / 16) * Math.ceil(this.#size.height / 16);
    const most = unchanged.bytes + (blocks * unchanged.bitsPerBlock) / 8;
    return (
      !this.#haveKeysChanged(now) &&
      judged.length >= fewestFrames &&
      judged.every(({ bytes }) => bytes <= most) &&
      countSizes(judged) <= fewestSizes
    );
  }

  #haveKeysChanged(now: number): boolean {
    const [newest, other] = this.#keys.filter((frame) => frame !== this.#frames.at(-1));
    if (!newest || !other || now - newest.at >= frozenAfterMs) return false;
    return newest.at - other.at < comparedMs && newest.bytes !== other.bytes;
  }

  framesPerSecond(now: number): number {
    this.#forget(now);
    return this.#frames.length / this.#seconds(now);
  }

  /** bit/s */
  bitrate(now: number): number {
    this.#forget(now);
    return (this.#frames.reduce((sum, { bytes }) => sum + bytes, 0) * 8) / this.#seconds(now);
  }

  #seconds(now: number): number {
    return Math.min(frozenAfterMs, Math.max(1000, now - this.#since)) / 1000;
  }

  #forget(now: number): void {
    const kept = this.#frames.findIndex(({ at }) => now - at < frozenAfterMs);
    this.#frames.splice(0, kept < 0 ? this.#frames.length : kept);
  }
}
