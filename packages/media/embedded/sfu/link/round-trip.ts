/** ms that a line takes by itself, at most: what is more from the first report on is a queue. */
const longestMs = 300;
/** Sender reports whose answer may still be on its way. */
const kept = 4;

/** What a report block tells of the sender report that it answers, in 65,536ths of a second (RFC 3550, 6.4.1). */
export interface ReportAnswer {
  /** The middle 32 bits of that report's NTP time; 0 before there was one. */
  lsr: number;
  /** How long the other side had it. */
  dlsr: number;
}

/** How long a packet takes there and back, by the reports of both sides. */
export class RoundTrip {
  readonly #sent: { lsr: number; at: number }[] = [];
  #ms = 0;
  #leastMs = longestMs;

  /** 0 before anything is known. */
  get ms(): number {
    return this.#ms;
  }

  /** ms of it that packets wait in a queue on the way. */
  get queuedMs(): number {
    return Math.max(0, this.#ms - this.#leastMs);
  }

  /** A sender report goes out; its time need not be this machine's. */
  sent(ntpTimestamp: bigint, now: number): void {
    this.#sent.push({ lsr: Number((ntpTimestamp >> 16n) & 0xffff_ffffn), at: now });
    if (this.#sent.length > kept) this.#sent.shift();
  }

  answered({ lsr, dlsr }: ReportAnswer, now: number): void {
    const report = this.#sent.findLast((each) => each.lsr === lsr);
    if (!report) return;
    this.#ms = Math.max(0, now - report.at - (dlsr / 65_536) * 1000);
    this.#leastMs = Math.min(this.#leastMs, this.#ms);
  }
}
