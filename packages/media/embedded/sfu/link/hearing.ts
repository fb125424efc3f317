import type { Offer } from '../../../whip/sdp/offer.ts';

/**
 * Whether a peer that offers this reports every 0.5 to 1.5 s. Who estimates its line by the picture does, as browsers do; others
 * may keep to the five seconds of RFC 3550, 6.2, less or more by half, as GStreamer does.
 */
export const reportsOften = ({ sections }: Offer): boolean =>
  sections.some(
    ({ kind, lines }) => kind === 'video' && lines.some((line) => /^a=rtcp-fb:\S+ goog-remb$/.test(line)),
  );

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
