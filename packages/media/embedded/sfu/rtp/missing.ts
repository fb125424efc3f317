import { indexNear } from './sequence.ts';

/** ms until a packet that others have overtaken is asked for, and until it is asked for again. */
const firstAskMs = 15;
const againMs = 60;
/** A larger gap is no loss but a break. */
const largestGap = 200;
const tries = 8;

/** Packets of one stream that have not come; indices as `Unwrapped` counts them. */
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

  /** Whether a sequence number stands for something that has been asked for. */
  awaits(seq: number): boolean {
    return (this.#gaps.get(indexNear(seq, this.#highest ?? 0))?.tries ?? 0) > 0;
  }

  /** Those to ask for now. */
  due(now: number): number[] {
    const asked: number[] = [];
    for (const [index, gap] of this.#gaps) {
      if (gap.askAt > now) continue;
      if (gap.tries >= tries) {
        this.#gaps.delete(index);
        continue;
      }
      asked.push(index);
      gap.tries += 1;
      gap.askAt = now + againMs;
    }
    return asked;
  }
}
