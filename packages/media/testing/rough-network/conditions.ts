/** What a network does to the datagrams of one direction. */
export interface Conditions {
  /** Share of the datagrams that get lost, 0 to 1. */
  loss: number;
  /** Share that arrives twice. */
  duplicates: number;
  /** ms that each one takes at least. */
  delayMs: number;
  /** ms more that each one may take, drawn for itself: with more than the gap between two, they overtake each other. */
  jitterMs: number;
  /** Bytes a second that get through; unlimited when null. */
  bytesPerSecond: number | null;
  /** Bytes that wait for their turn before what comes is dropped. */
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

/** The same numbers, from 0 to 1, for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One direction of one flow: says when each datagram arrives. */
export class Link {
  readonly #random: () => number;
  /** ms at which the last one had left the queue. */
  #freeAt = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** The ms after `now` at which a datagram arrives: none when it is lost, two when it arrives twice. */
  arrivals(bytes: number, now: number, conditions: Conditions): number[] {
    // Drawn always, so that one datagram's fate does not change with the conditions of another.
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
