/** Share of lost packets above which a line counts as full; a bad radio link loses less. */
const heavyLoss = 0.15;
const lightLoss = 0.05;
/** Queueing delay in ms above which a line counts as full. */
const longQueueMs = 500;
/** Share of the limit that is used until the queue has drained. */
const draining = 0.75;
/** ms after a limit in which reports are still about packets sent before it; a full queue delays them. */
const settleMs = 2000;
/** ms by which a report may be late: a queue of a second, and the interval that the report covers. */
const lateMs = 1500;
/** Lowest share of the limit that remains after one reduction: the reported packets may not have filled the line. */
const mostAtOnce = 0.7;
/** Growth of the limit per second while little is lost. */
const growth = 1.03;
/** Share of the estimate for the picture: sound and repeats take the remaining share. */
const used = 0.9;
/** Minimum of an estimate in bit/s: estimates follow the sent rate and would not recover from near zero. */
const leastEstimate = 250_000;
/** Minimum bit/s, whatever is lost. */
const leastBitrate = 120_000;

/** The contents of a player's report, about the time since the previous one. */
export interface LineReport {
  /** Share of packets that were lost. */
  lost: number;
  /** bit/s that arrived. */
  carried: number;
  /** Queueing delay in ms. */
  queuedMs: number;
  /** bit/s that are sent now. */
  sentRate: number;
}

/** Estimates a viewer's bandwidth from the player's own estimate and its reports of loss and delay. */
export class Bandwidth {
  #estimate: number | null = null;
  #limit: number | null = null;
  #limitedAt = Number.NEGATIVE_INFINITY;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #wasLong = false;
  #isQueued = false;
  /** Sent rates of the last `lateMs`, in bit/s. */
  #sent: { rate: number; at: number }[] = [];

  /** The player's estimate (REMB) in bit/s. */
  get estimate(): number | null {
    return this.#estimate;
  }

  /** bit/s for the picture; null while no limit is known. */
  get available(): number | null {
    if (this.#estimate === null && this.#limit === null) return null;
    const estimate = Math.max(this.#estimate ?? Number.POSITIVE_INFINITY, leastEstimate);
    const share = used * (this.#isQueued ? draining : 1);
    return Math.max(share * Math.min(estimate, this.#limit ?? estimate), leastBitrate);
  }

  /** When the line was last found to be full, in the time of `reported`; -Infinity if never. */
  get fullAt(): number {
    return this.#limitedAt;
  }

  estimated(bitsPerSecond: number): void {
    this.#estimate = bitsPerSecond;
  }

  reported({ lost, carried, queuedMs, sentRate }: LineReport, now: number): void {
    const limit = this.#limit;
    const seconds = Math.min((now - this.#reportedAt) / 1000, 2);
    this.#reportedAt = now;
    const isLong = queuedMs > longQueueMs;
    // One long queue may be caused by this busy machine; at the start, though, a thin line fills at once.
    const isFirst = limit === null && this.#estimate === null;
    this.#isQueued = isLong && (this.#wasLong || isFirst);
    this.#wasLong = isLong;
    this.#sent = [...this.#sent.filter(({ at }) => now - at < lateMs), { rate: sentRate, at: now }];
    const sent = Math.max(...this.#sent.map(({ rate }) => rate));
    if (lost > heavyLoss || this.#isQueued) {
      if (sent === 0 || now - this.#limitedAt < settleMs) return;
      this.#limitedAt = now;
      const known = Math.min(limit ?? sent, sent);
      this.#limit = Math.max(Math.min(known, carried), known * mostAtOnce);
    } else if (limit !== null && lost < lightLoss) {
      this.#limit = limit > 2.5 * sent ? null : limit * growth ** seconds;
    }
  }
}
