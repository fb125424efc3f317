/** Conditions of one direction of a network. */
export interface Conditions {
  /** Share of lost datagrams, 0 to 1. */
  loss: number;
  /** Share of duplicated datagrams, 0 to 1. */
  duplicates: number;
  /** Minimum delay in ms. */
  delayMs: number;
  /** Maximum additional delay in ms, random per datagram: if it exceeds the gap between two, they are reordered. */
  jitterMs: number;
  /** Maximum bytes per second; null for unlimited. */
  bytesPerSecond: number | null;
  /** Maximum queued bytes; further datagrams are dropped. */
  queueBytes: number;
}

export const perfect: Conditions = {
  loss: 0,
  duplicates: 0,
  delayMs: 0,
  jitterMs: 0,
  bytesPerSecond: null,
  queueBytes: 64 * 1024,
};

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One direction of one flow; computes when each datagram arrives. */
export class Link {
  readonly #random: () => number;
  /** When the last datagram leaves the queue, in ms. */
  #freeAt = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** Arrivals of a datagram in ms after `now`: none if it is lost, two if it is duplicated. */
  arrivals(bytes: number, now: number, conditions: Conditions): number[] {
    // Always draws all four, so that a datagram's fate does not depend on the conditions of earlier ones.
    const [lost, twice, first, second] = [this.#random(), this.#random(), this.#random(), this.#random()];
    const queuedMs = this.#queue(bytes, now, conditions);
    if (queuedMs === null || lost < conditions.loss) return [];
    const { delayMs, jitterMs, duplicates } = conditions;
    const arrive = (drawn: number) => queuedMs + delayMs + drawn * jitterMs;
    return twice < duplicates ? [arrive(first), arrive(second)] : [arrive(first)];
  }

  /** ms until it has left the queue; null when the queue is full. */
  #queue(bytes: number, now: number, { bytesPerSecond, queueBytes }: Conditions): number | null {
    if (bytesPerSecond === null) return 0;
    const startsAt = Math.max(now, this.#freeAt);
    const waiting = ((startsAt - now) * bytesPerSecond) / 1000;
    if (waiting + bytes > queueBytes) return null;
    this.#freeAt = startsAt + (bytes * 1000) / bytesPerSecond;
    return this.#freeAt - now;
  }
}
