/** Bytes of records in one datagram; with headers below every path's MTU. */
const maxDatagramBytes = 1200;

/**
 * ms after which an unanswered flight is sent again; doubled each time (RFC 6347, 4.2.4.1). Browsers repeat theirs after
 * 50 ms, which is answered at once; this timer is for slower peers, among them the library's own client, which does not
 * survive a repeat of a flight that it is still reading.
 */
const firstWaitMs = 500;
const longestWaitMs = 2000;

/** ms within which a flight is not repeated because its peer repeats what it answers: one repeat comes in several parts. */
const repeatGapMs = 20;

/** Sends the own side's flights: records packed into few datagrams, and again until they are answered. */
export class FlightOutbox {
  readonly #deliver: (datagram: Buffer) => void;
  #flight: Buffer[] = [];
  #unsent: Buffer[] = [];
  #answered = true;
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #settled = false;

  constructor(deliver: (datagram: Buffer) => void) {
    this.#deliver = deliver;
  }

  /** What the own side sends between two messages of the peer is one flight; the same record again is left to the clock. */
  add(record: Buffer): void {
    if (this.#answered) {
      this.#answered = false;
      this.#flight = [];
    }
    if (this.#flight.includes(record)) return;
    this.#flight.push(record);
    if (this.#unsent.push(record) === 1) queueMicrotask(() => this.#sendNew());
  }

  /** The peer goes on, so it has all that was sent to it. */
  answered(): void {
    this.#answered = true;
    clearTimeout(this.#timer);
  }

  /** The peer repeats what the last flight answers, so it has not got it. */
  repeat(): void {
    if (performance.now() - this.#sentAt >= repeatGapMs) this.#send(this.#flight);
  }

  /** Nothing is sent any more unless the peer asks. */
  settle(): void {
    this.#settled = true;
    clearTimeout(this.#timer);
  }

  #sendNew(): void {
    this.#send(this.#unsent);
    this.#unsent = [];
    clearTimeout(this.#timer);
    if (!this.#settled) this.#await(firstWaitMs);
  }

  #await(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#send(this.#flight);
      this.#await(Math.min(ms * 2, longestWaitMs));
    }, ms).unref();
  }

  #send(records: readonly Buffer[]): void {
    this.#sentAt = performance.now();
    let datagram: Buffer[] = [];
    let bytes = 0;
    for (const record of records) {
      if (bytes + record.length > maxDatagramBytes && datagram.length > 0) {
        this.#deliver(Buffer.concat(datagram));
        [datagram, bytes] = [[], 0];
      }
      datagram.push(record);
      bytes += record.length;
    }
    if (datagram.length > 0) this.#deliver(Buffer.concat(datagram));
  }
}
