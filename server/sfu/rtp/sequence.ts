import { randomInt } from 'node:crypto';

/** Sequence number and timestamp as an encoder wrote them: 16 and 32 bits that begin anew when they are full. */
export interface SourcePosition {
  seq: number;
  timestamp: number;
}

/** Where a packet stands in the room's stream. */
export interface Position {
  /** Counts on and never begins anew; its low 16 bits are the sequence number on the wire. */
  index: number;
  timestamp: number;
}

/** The least step (ms) between the last picture of one encoder and the first of the next. */
const frameMs = 33;

const rollover = 0x1_0000;

export const seqOf = (index: number): number => index % rollover;
export const rolloverOf = (index: number): number => Math.floor(index / rollover);

const uint32 = (value: number): number => value >>> 0;

/** The index nearest to `near` whose sequence number is `seq`. */
export function indexNear(seq: number, near: number): number {
  const ahead = (seq - near) & 0xffff;
  return near + (ahead < 0x8000 ? ahead : ahead - rollover);
}

/**
 * Numbers the packets of one encoder after another as a single stream, so that a viewer's decoder goes on
 * when the encoder restarts with other sequence numbers and timestamps.
 */
export class Continuity {
  readonly #clockRate: number;
  #last: (Position & { at: number }) | null = null;
  #offset: SourcePosition | null = null;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  /** The next packet comes from another encoder. */
  switchSource(): void {
    this.#offset = null;
  }

  /** Places a packet that arrived at `now` (ms). */
  place(source: SourcePosition, now: number): Position {
    const next = this.#next(now);
    this.#offset ??= { seq: next.index - source.seq, timestamp: next.timestamp - source.timestamp };
    const index = indexNear(source.seq + this.#offset.seq, this.#last?.index ?? next.index);
    const placed = { index, timestamp: uint32(source.timestamp + this.#offset.timestamp) };
    if (!this.#last || index > this.#last.index) this.#last = { ...placed, at: now };
    return placed;
  }

  /** The room's timestamp for one in an encoder's sender report, null before that encoder's first packet. */
  toTimestamp(timestamp: number): number | null {
    return this.#offset && uint32(timestamp + this.#offset.timestamp);
  }

  /** Where an encoder that begins at `now` goes on. */
  #next(now: number): Position {
    const last = this.#last;
    // From the second rollover on, so that a packet that comes before the first one has an index too.
    if (!last) return { index: rollover + randomInt(0x8000), timestamp: randomInt(0xffff_ffff) };
    const passed = (Math.max(now - last.at, frameMs) * this.#clockRate) / 1000;
    return { index: last.index + 1, timestamp: last.timestamp + Math.round(passed) };
  }
}
