/** Share of packets above which loss is taken for a line that is full; a bad radio link loses less. */
const heavyLoss = 0.15;
const lightLoss = 0.05;
/** ms in which reports still tell of what was sent before the limit; a full queue makes them late. */
const settleMs = 2000;
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

  /** The share of packets lost since it was told last, of what was sent at `sentRate` bit/s. */
  reported(lost: number, sentRate: number, now: number): void {
    const limit = this.#lossLimit;
    const seconds = Math.min((now - this.#reportedAt) / 1000, 2);
    this.#reportedAt = now;
    if (lost > heavyLoss) {
      if (sentRate === 0 || now - this.#limitedAt < settleMs) return;
      this.#limitedAt = now;
      // What got through; loss comes in bursts, which tell less than they seem to.
      const known = Math.min(limit ?? sentRate, sentRate);
      this.#lossLimit = Math.max(Math.min(known, sentRate * (1 - lost)), known * mostAtOnce);
    } else if (limit !== null && lost < lightLoss) {
      this.#lossLimit = limit > 2.5 * sentRate ? null : limit * growth ** seconds;
    }
  }
}
