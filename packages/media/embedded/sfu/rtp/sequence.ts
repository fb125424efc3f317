const rollover = 0x1_0000;

export const seqOf = (index: number): number => index % rollover;
export const rolloverOf = (index: number): number => Math.floor(index / rollover);

export const uint32 = (value: number): number => value >>> 0;

/** How far timestamp `to` lies after `from`; negative when it lies before. */
export const timeBetween = (from: number, to: number): number => (to - from) | 0;

/** The index nearest to `near` whose low 16 bits are `seq`. */
export function indexNear(seq: number, near: number): number {
  const ahead = (seq - near) & 0xffff;
  return near + (ahead < 0x8000 ? ahead : ahead - rollover);
}

/** Extends an encoder's sequence numbers over their wrap-around. */
export class Unwrapped {
  #last: number | null = null;

  index(seq: number): number {
    // Starts above zero, so that a packet before the first one has an index too.
    const index = this.#last === null ? rollover + seq : indexNear(seq, this.#last);
    this.#last = Math.max(this.#last ?? 0, index);
    return index;
  }
}

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
