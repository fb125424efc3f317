import { randomInt } from 'node:crypto';

/** Where a packet stands in the room's stream, whatever numbers the encoder gave it. */
export interface Position {
  seq: number;
  timestamp: number;
}

/** The least step (ms) between the last picture of one encoder and the first of the next. */
const frameMs = 33;

export const uint16 = (value: number): number => value & 0xffff;
export const uint32 = (value: number): number => value >>> 0;

/** True when `a` comes after `b` on the circle of 16 bit numbers. */
export function isAfter(a: number, b: number): boolean {
  const distance = uint16(a - b);
  return distance !== 0 && distance < 0x8000;
}

/**
 * Numbers the packets of one encoder after another as a single stream, so that a viewer's decoder goes on
 * when the encoder restarts with other sequence numbers and timestamps.
 */
export class Continuity {
  readonly #clockRate: number;
  #last: (Position & { at: number }) | null = null;
  #offset: Position | null = null;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  /** The next packet comes from another encoder. */
  switchSource(): void {
    this.#offset = null;
  }

  /** Places a packet that arrived at `now` (ms). */
  place(source: Position, now: number): Position {
    this.#offset ??= this.#offsetFor(source, now);
    const placed = {
      seq: uint16(source.seq + this.#offset.seq),
      timestamp: uint32(source.timestamp + this.#offset.timestamp),
    };
    if (!this.#last || isAfter(placed.seq, this.#last.seq)) this.#last = { ...placed, at: now };
    return placed;
  }

  /** The room's timestamp for one in an encoder's sender report, null before that encoder's first packet. */
  toTimestamp(timestamp: number): number | null {
    return this.#offset && uint32(timestamp + this.#offset.timestamp);
  }

  #offsetFor(source: Position, now: number): Position {
    const last = this.#last;
    const start = last
      ? {
          seq: last.seq + 1,
          timestamp: last.timestamp + (Math.max(now - last.at, frameMs) * this.#clockRate) / 1000,
        }
      : { seq: randomInt(0x8000), timestamp: randomInt(0xffff_ffff) };
    return {
      seq: uint16(start.seq - source.seq),
      timestamp: uint32(Math.round(start.timestamp) - source.timestamp),
    };
  }
}
