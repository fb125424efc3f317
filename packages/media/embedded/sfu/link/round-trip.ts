/** Maximum round trip in ms of a line without a queue: any excess counts as queueing from the first report on. */
const longestMs = 300;
/** Number of sender reports that may still be answered. */
const kept = 4;

/** A report block's reference to the sender report it answers, in 1/65,536 s (RFC 3550, 6.4.1). */
export interface ReportAnswer {
  /** The middle 32 bits of that report's NTP time; 0 before there was one. */
  lsr: number;
  /** Delay between receiving that report and answering it. */
  dlsr: number;
}

/** Measures the round trip by the reports of both sides. */
export class RoundTrip {
  readonly #sent: { lsr: number; at: number }[] = [];
  #ms = 0;
  #leastMs = longestMs;

  /** 0 while unknown. */
  get ms(): number {
    return this.#ms;
  }

  /** Queueing delay in ms. */
  get queuedMs(): number {
    return Math.max(0, this.#ms - this.#leastMs);
  }

  /** Records a sent sender report; its NTP time may be another machine's. */
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
