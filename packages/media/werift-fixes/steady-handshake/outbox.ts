/** Maximum bytes of records in one datagram; with headers below the MTU of every path. */
const maxDatagramBytes = 1200;

/**
 * ms until an unanswered flight is repeated, doubled each time (RFC 6347, 4.2.4.1). Browsers repeat after 50 ms;
 * slower peers, such as werift's client, fail if a flight is repeated while they read it.
 */
const firstWaitMs = 500;
const longestWaitMs = 2000;

/** Minimum ms between two repeats caused by the peer's: one repeat of the peer arrives in several parts. */
const repeatGapMs = 20;

/** Sends the own flights, packed into few datagrams, and repeats them until they are answered. */
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

  /** Records between two messages of the peer form one flight; a repeated record is left to the timer. */
  add(record: Buffer): void {
    if (this.#answered) {
      this.#answered = false;
      this.#flight = [];
    }
    if (this.#flight.includes(record)) return;
    this.#flight.push(record);
    if (this.#unsent.push(record) === 1) queueMicrotask(() => this.#sendNew());
  }

  /** The peer continued, so it has received the whole flight. */
  answered(): void {
    this.#answered = true;
    clearTimeout(this.#timer);
  }

  /** The peer repeated its flight, so it has not received the last one. */
  repeat(): void {
    if (performance.now() - this.#sentAt >= repeatGapMs) this.#send(this.#flight);
  }

  /** From now on a flight is repeated only if the peer repeats its own. */
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
