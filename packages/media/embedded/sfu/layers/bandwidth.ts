/** Share of packets above which loss is taken for a line that is full; a bad radio link loses less. */
const heavyLoss = 0.15;
const lightLoss = 0.05;
/** ms that packets wait on the way above which a line is full. */
const longQueueMs = 500;
/** Share that is used until such a queue is gone. */
const draining = 0.75;
/** ms in which reports still tell of what was sent before the limit; a full queue makes them late. */
const settleMs = 2000;
/** ms that what is reported may be late: a queue of a second, and the stretch that a report is about. */
const lateMs = 1500;
/** Share that is left at least when the limit is lowered once: what a report is about may not have filled the line. */
const mostAtOnce = 0.7;
/** Growth a second when little is lost. */
const growth = 1.03;
/** Share of the estimate that is used: sound and repeats take the rest. */
const used = 0.9;
/** bit/s below which an estimate is not believed: it follows what is sent, and would not recover from nothing. */
const leastEstimate = 250_000;
/** bit/s that are dared whatever is lost. */
const leastBitrate = 120_000;

/** What a player's reports tell of the time since the one before. */
export interface LineReport {
  /** Share of the packets. */
  lost: number;
  /** bit/s that arrived. */
  carried: number;
  /** ms that packets wait on the way. */
  queuedMs: number;
  /** bit/s that are sent now. */
  sentRate: number;
}

/** What a viewer's connection carries, by the player's own estimate and by what it says of loss and delay. */
export class Bandwidth {
  #estimate: number | null = null;
  #limit: number | null = null;
  #limitedAt = Number.NEGATIVE_INFINITY;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #wasLong = false;
  #isQueued = false;
  /** bit/s sent lately. */
  #sent: { rate: number; at: number }[] = [];

  /** The player's estimate (REMB) in bit/s. */
  get estimate(): number | null {
    return this.#estimate;
  }

  /** bit/s for the picture; null while nothing is known against any. */
  get available(): number | null {
    if (this.#estimate === null && this.#limit === null) return null;
    const estimate = Math.max(this.#estimate ?? Number.POSITIVE_INFINITY, leastEstimate);
    const share = used * (this.#isQueued ? draining : 1);
    return Math.max(share * Math.min(estimate, this.#limit ?? estimate), leastBitrate);
  }

  estimated(bitsPerSecond: number): void {
    this.#estimate = bitsPerSecond;
  }

  reported({ lost, carried, queuedMs, sentRate }: LineReport, now: number): void {
    const limit = this.#limit;
    const seconds = Math.min((now - this.#reportedAt) / 1000, 2);
    this.#reportedAt = now;
    const isLong = queuedMs > longQueueMs;
    // Once may be this machine's own doing, which was busy with something else; but who comes fills a thin line at once.
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
