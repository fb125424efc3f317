/** When a peer was heard of last: ICE checks, reports or media. It counts as heard of when it is made. */
export class Hearing {
  readonly #now: () => number;
  readonly #absentMs: number;
  readonly #returned: (() => void)[] = [];
  #at: number;

  /** `absentMs` without a packet make a peer absent. */
  constructor(now: () => number, absentMs: number) {
    this.#now = now;
    this.#absentMs = absentMs;
    this.#at = now();
  }

  /** Since when nothing was heard, in ms. */
  get silence(): number {
    return this.#now() - this.#at;
  }

  get present(): boolean {
    return this.silence <= this.#absentMs;
  }

  note(): void {
    const isBack = !this.present;
    this.#at = this.#now();
    if (isBack) for (const listener of this.#returned) listener();
  }

  onReturn(listener: () => void): void {
    this.#returned.push(listener);
  }
}
