/** ms within which `reports` limitations must be observed. */
const withinMs = 4000;
const reports = 2;
/** ms without a report until the notice ends. */
const overMs = 10_000;

/** Detects an encoder that the processor limits: two reports within four seconds. */
export class LimitationDetector {
  #reportedAt: number[] = [];
  #isLimited = false;

  /** `isLimited`: whether a layer is limited by the processor, at `now` in ms. */
  observe(isLimited: boolean, now: number): boolean {
    if (isLimited) this.#reportedAt = [...this.#reportedAt, now].slice(-reports);
    const [first = 0] = this.#reportedAt;
    const last = this.#reportedAt.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (this.#reportedAt.length === reports && last - first <= withinMs) this.#isLimited = true;
    if (now - last >= overMs) {
      this.#isLimited = false;
      this.#reportedAt = [];
    }
    return this.#isLimited;
  }
}
