import { indexNear } from './sequence.ts';

/** ms until a missing packet is requested, and until it is requested again. */
const firstAskMs = 15;
const againMs = 60;
/** A larger gap counts as a restart, not as loss. */
const largestGap = 200;
const tries = 8;

/** Missing packets of one stream, by the index of `Unwrapped`. */
export class Missing {
  readonly #gaps = new Map<number, { askAt: number; tries: number }>();
  #highest: number | null = null;

  get size(): number {
    return this.#gaps.size;
  }

  came(index: number, now: number): void {
    const highest = this.#highest;
    if (highest === null || index > highest) this.#highest = index;
    if (highest === null) return;
    if (index <= highest) {
      this.#gaps.delete(index);
      return;
    }
    if (index - highest > largestGap) this.#gaps.clear();
    else {
      for (let gap = highest + 1; gap < index; gap += 1) {
        this.#gaps.set(gap, { askAt: now + firstAskMs, tries: 0 });
      }
    }
  }

  /** Whether the packet of a sequence number has been requested. */
  awaits(seq: number): boolean {
    return (this.#gaps.get(indexNear(seq, this.#highest ?? 0))?.tries ?? 0) > 0;
  }

  /** Indexes to request now. */
  due(now: number): number[] {
    const indexes: number[] = [];
    for (const [index, gap] of this.#gaps) {
      if (gap.askAt > now) continue;
      if (gap.tries >= tries) {
        this.#gaps.delete(index);
        continue;
      }
      indexes.push(index);
      gap.tries += 1;
      gap.askAt = now + againMs;
    }
    return indexes;
  }
}
