import { randomInt } from 'node:crypto';

/** As the encoder wrote them: 16 and 32 bits that wrap around. */
export interface SourcePosition {
  seq: number;
  timestamp: number;
}

export interface Position {
  /** Never wraps; the low 16 bits are the sequence number on the wire. */
  index: number;
  timestamp: number;
}

/** ms between the last frame of one encoder and the first of the next, at least. */
const frameMs = 33;

const rollover = 0x1_0000;

export const seqOf = (index: number): number => index % rollover;
export const rolloverOf = (index: number): number => Math.floor(index / rollover);

const uint32 = (value: number): number => value >>> 0;

/** The index nearest to `near` whose low 16 bits are `seq`. */
export function indexNear(seq: number, near: number): number {
  const ahead = (seq - near) & 0xffff;
  return near + (ahead < 0x8000 ? ahead : ahead - rollover);
}

/**
 * Renumbers successive encoders as one stream, so that decoders continue when an encoder restarts with other
 * numbers.
 */
export class Continuity {
  readonly #clockRate: number;
  #last: (Position & { at: number }) | null = null;
  #offset: SourcePosition | null = null;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  switchSource(): void {
    this.#offset = null;
  }

  /** `now` in ms. */
  place(source: SourcePosition, now: number): Position {
    const next = this.#next(now);
    this.#offset ??= { seq: next.index - source.seq, timestamp: next.timestamp - source.timestamp };
    const index = indexNear(source.seq + this.#offset.seq, this.#last?.index ?? next.index);
    const placed = { index, timestamp: uint32(source.timestamp + this.#offset.timestamp) };
    if (!this.#last || index > this.#last.index) this.#last = { ...placed, at: now };
    return placed;
  }

  /** Maps a timestamp of the encoder's sender report to the room's; null before its first packet. */
  toTimestamp(timestamp: number): number | null {
    return this.#offset && uint32(timestamp + this.#offset.timestamp);
  }

  /** Where an encoder that starts at `now` (ms) continues. */
  #next(now: number): Position {
    const last = this.#last;
    // Not from zero, so that a packet before the first one has an index too.
    if (!last) return { index: rollover + randomInt(0x8000), timestamp: randomInt(0xffff_ffff) };
    const passed = (Math.max(now - last.at, frameMs) * this.#clockRate) / 1000;
    return { index: last.index + 1, timestamp: last.timestamp + Math.round(passed) };
  }
}
