/** Share of packets above which loss is taken for a line that is full; a bad radio link loses less. */
const heavyLoss = 0.15;
const lightLoss = 0.05;
/** ms in which reports still tell of what was sent before the limit; a full queue makes them late. */
const settleMs = 2000;
/** ms that what is reported may be late: a queue of a second, and the stretch that a report is about. */
const lateMs = 1500;
/** Share that is left at least when the limit is lowered once. */
const mostAtOnce = 0.7;
/** Growth a second when little is lost. */
const growth = 1.03;
/** Share of the estimate that is used: sound and repeats take the rest. */
const used = 0.9;
/** bit/s below which an estimate is not believed: it follows what is sent, and would not recover from nothing. */
const leastEstimate = 250_000;
/** bit/s that are dared whatever is lost. */
const leastBitrate = 120_000;

/** What a viewer's connection carries, by the player's own estimate and by what it says is lost. */
export class Bandwidth {
  #estimate: number | null = null;
  #lossLimit: number | null = null;
  #limitedAt = Number.NEGATIVE_INFINITY;
  #reportedAt = Number.NEGATIVE_INFINITY;
  /** bit/s sent lately. */
  #sent: { rate: number; at: number }[] = [];

  /** The player's estimate (REMB) in bit/s. */
  get estimate(): number | null {
    return this.#estimate;
  }

  /** bit/s for the picture; null while nothing is known against any. */
  get available(): number | null {
    if (this.#estimate === null && this.#lossLimit === null) return null;
    const estimate = Math.max(this.#estimate ?? Number.POSITIVE_INFINITY, leastEstimate);
    return Math.max(used * Math.min(estimate, this.#lossLimit ?? estimate), leastBitrate);
  }

  estimated(bitsPerSecond: number): void {
    this.#estimate = bitsPerSecond;
  }

  /** The share of packets lost since it was told last; `sentRate`: what is sent now, in bit/s. */
  reported(lost: number, sentRate: number, now: number): void {
    const limit = this.#lossLimit;
    const seconds = Math.min((now - this.#reportedAt) / 1000, 2);
    this.#reportedAt = now;
    this.#sent = [...this.#sent.filter(({ at }) => now - at < lateMs), { rate: sentRate, at: now }];
    const sent = Math.max(...this.#sent.map(({ rate }) => rate));
    if (lost > heavyLoss) {
      if (sent === 0 || now - this.#limitedAt < settleMs) return;
      this.#limitedAt = now;
      // What got through; loss comes in bursts, which tell less than they seem to.
      const known = Math.min(limit ?? sent, sent);
      this.#lossLimit = Math.max(Math.min(known, sent * (1 - lost)), known * mostAtOnce);
    } else if (limit !== null && lost < lightLoss) {
      this.#lossLimit = limit > 2.5 * sent ? null : limit * growth ** seconds;
    }
  }
}
