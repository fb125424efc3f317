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
