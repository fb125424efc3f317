/** ms of one measurement. */
const windowMs = 500;
/** Temporal layers that VP8 can name. */
const tids = 4;

/** Measures bit/s by temporal layer. */
export class RateMeter {
  readonly #bits = new Float64Array(tids);
  readonly #rates = new Float64Array(tids);
  #since: number | null = null;
  #isMeasured = false;

  add(bytes: number, tid: number, now: number): void {
    this.#since ??= now;
    if (now - this.#since >= windowMs) this.#close(now, now - this.#since);
    this.#bits[tid] = (this.#bits[tid] ?? 0) + bytes * 8;
  }

  /** bit/s of this temporal layer and those below. */
  upTo(tid: number): number {
    let sum = 0;
    for (let layer = 0; layer <= tid; layer += 1) sum += this.#rates[layer] ?? 0;
    return sum;
  }

  get total(): number {
    return this.upTo(tids - 1);
  }

  /** Highest temporal layer with a current rate. */
  get top(): number {
    return this.#rates.findLastIndex((rate) => rate > 0);
  }

  #close(now: number, passed: number): void {
    // After a pause the old rate is outdated.
    const weight = this.#isMeasured && passed < 2 * windowMs ? 0.5 : 1;
    for (let tid = 0; tid < tids; tid += 1) {
      const rate = ((this.#bits[tid] ?? 0) / passed) * 1000;
      this.#rates[tid] = (this.#rates[tid] ?? 0) * (1 - weight) + rate * weight;
      this.#bits[tid] = 0;
    }
    this.#isMeasured = true;
    this.#since = now;
  }
}
