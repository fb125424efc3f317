import type { Offer } from '../../whip/sdp/offer.ts';

/**
 * Whether a peer with this offer reports every 0.5 to 1.5 s, as browsers that estimate bandwidth from video do.
 * GStreamer, for example, may report every 2.5 to 7.5 s (RFC 3550, 6.2).
 */
export const reportsOften = ({ sections }: Offer): boolean =>
  sections.some(
    ({ kind, lines }) => kind === 'video' && lines.some((line) => /^a=rtcp-fb:\S+ goog-remb$/.test(line)),
  );

/** Records when a peer was last heard: ICE checks, reports or media. Construction counts as hearing it. */
export class Hearing {
  readonly #now: () => number;
  readonly #absentMs: number;
  readonly #returned: (() => void)[] = [];
  #at: number;

  /** A peer is absent after `absentMs` without a packet. */
  constructor(now: () => number, absentMs: number) {
    this.#now = now;
    this.#absentMs = absentMs;
    this.#at = now();
  }

  /** ms since it was last heard. */
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
