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

/** Maximum round trip in ms of a line without a queue: any excess counts as queueing from the first report on. */
const longestMs = 300;
/** Number of sender reports that may still be answered. */
const kept = 4;

/** A report block's reference to the sender report it answers, in 1/65,536 s (RFC 3550, 6.4.1). */
export interface ReportAnswer {
  /** The middle 32 bits of that report's NTP time; 0 before there was one. */
  lsr: number;
  /** Delay between receiving that report and answering it. */
  dlsr: number;
}

/** Measures the round trip by the reports of both sides. */
export class RoundTrip {
  readonly #sent: { lsr: number; at: number }[] = [];
  #ms = 0;
  #leastMs = longestMs;

  /** 0 while unknown. */
  get ms(): number {
    return this.#ms;
  }

  /** Queueing delay in ms. */
  get queuedMs(): number {
    return Math.max(0, this.#ms - this.#leastMs);
  }

  /** Records a sent sender report; its NTP time may be another machine's. */
  sent(ntpTimestamp: bigint, now: number): void {
    this.#sent.push({ lsr: Number((ntpTimestamp >> 16n) & 0xffff_ffffn), at: now });
    if (this.#sent.length > kept) this.#sent.shift();
  }

  answered({ lsr, dlsr }: ReportAnswer, now: number): void {
    const report = this.#sent.findLast((each) => each.lsr === lsr);
    if (!report) return;
    this.#ms = Math.max(0, now - report.at - (dlsr / 65_536) * 1000);
    this.#leastMs = Math.min(this.#leastMs, this.#ms);
  }
}
