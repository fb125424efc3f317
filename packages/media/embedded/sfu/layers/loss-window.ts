/** What a receiver report tells of one stream since its begin (RFC 3550, 6.4.1). */
export interface LossReport {
  /** Extended by the number of rollovers. */
  highestSequence: number;
  /** 24 bits, signed. */
  packetsLost: number;
}

interface Stretch {
  packets: number;
  lost: number;
  ms: number;
}

/** ms and packets of a stretch, at least. */
const least = { ms: 500, packets: 30 };

/** The difference of two numbers of 24 bits. */
const signed24 = (value: number): number => (value << 8) >> 8;

/**
 * Puts a player's reports together to stretches that say something. With each request for a repeat comes a report, tens a second
 * of a few packets each: three of four lost, then none of one.
 */
export class LossWindow {
  #from: (LossReport & { at: number }) | null = null;

  /** Packets of the stretch that ends with this report, those of them that were lost, and its ms; null before its end. */
  take({ highestSequence, packetsLost }: LossReport, now: number): Stretch | null {
    const from = this.#from;
    const packets = from ? (highestSequence - from.highestSequence) | 0 : 0;
    // The first one, and one of a stream that began anew.
    if (!from || packets < 0) {
      this.#from = { highestSequence, packetsLost, at: now };
      return null;
    }
    if (now - from.at < least.ms || packets < least.packets) return null;
    this.#from = { highestSequence, packetsLost, at: now };
    // Packets that come twice make it negative.
    return { packets, lost: Math.max(0, signed24(packetsLost - from.packetsLost)), ms: now - from.at };
  }
}
