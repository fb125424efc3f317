/** Share of packets above which loss is taken for a line that is full; a bad radio link loses less. */
const heavyLoss = 0.15;
const lightLoss = 0.05;
/** Growth a report when little is lost. */
const growth = 1.08;
/** Share of the estimate that is used: sound and repeats take the rest. */
const used = 0.9;

/** What a viewer's connection carries, by the player's own estimate and by what it says is lost. */
export class Bandwidth {
  #estimate: number | null = null;
  #lossLimit: number | null = null;

  /** The player's estimate (REMB) in bit/s. */
  get estimate(): number | null {
    return this.#estimate;
  }

  /** bit/s for the picture; null while nothing is known against any. */
  get available(): number | null {
    if (this.#estimate === null && this.#lossLimit === null) return null;
    return (
      used * Math.min(this.#estimate ?? Number.POSITIVE_INFINITY, this.#lossLimit ?? Number.POSITIVE_INFINITY)
    );
  }

  estimated(bitsPerSecond: number): void {
    this.#estimate = bitsPerSecond;
  }

  /** A receiver report: the share of packets lost since the one before, of what was sent at `sentRate` bit/s. */
  reported(lost: number, sentRate: number): void {
    const limit = this.#lossLimit;
    if (lost > heavyLoss && sentRate > 0) {
      this.#lossLimit = Math.min(limit ?? sentRate, sentRate) * (1 - lost / 2);
    } else if (limit !== null && lost < lightLoss) {
      this.#lossLimit = limit > 2 * sentRate ? null : limit * growth;
    }
  }
}
