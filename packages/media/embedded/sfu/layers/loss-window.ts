/** A receiver report's totals of one stream (RFC 3550, 6.4.1). */
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

/** Minimum ms and packets of a stretch. */
const least = { ms: 500, packets: 30 };

/** Interprets 24 bits as a signed number. */
const signed24 = (value: number): number => (value << 8) >> 8;

/**
 * Combines a player's reports into stretches long enough to measure loss. Each NACK comes with a report, so that there
 * are dozens per second of a few packets each: three of four lost, then none of one.
 */
export class LossWindow {
  #from: (LossReport & { at: number }) | null = null;

  /** Returns packets, lost packets and ms of the stretch that this report ends; null if the stretch continues. */
  take({ highestSequence, packetsLost }: LossReport, now: number): Stretch | null {
    const from = this.#from;
    const packets = from ? (highestSequence - from.highestSequence) | 0 : 0;
    // The first report, or the first of a restarted stream.
    if (!from || packets < 0) {
      this.#from = { highestSequence, packetsLost, at: now };
      return null;
    }
    if (now - from.at < least.ms || packets < least.packets) return null;
    this.#from = { highestSequence, packetsLost, at: now };
    // Duplicates make the difference negative.
    return { packets, lost: Math.max(0, signed24(packetsLost - from.packetsLost)), ms: now - from.at };
  }
}
