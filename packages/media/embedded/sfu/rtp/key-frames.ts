/** Minimum ms between two key frame requests: each key frame is a burst of data. */
export const keyFrameIntervalMs = 1000;

/** Merges the requests of all viewers; an early one is sent at the end of the interval. */
export class KeyFrameRequests {
  readonly #send: () => void;
  readonly #now: () => number;
  #sentAt = Number.NEGATIVE_INFINITY;
  #pending: NodeJS.Timeout | null = null;

  constructor(send: () => void, now: () => number) {
    this.#send = send;
    this.#now = now;
  }

  request(): void {
    if (this.#pending) return;
    const wait = this.#sentAt + keyFrameIntervalMs - this.#now();
    if (wait <= 0) this.#fire();
    else this.#pending = setTimeout(() => this.#fire(), wait).unref();
  }

  stop(): void {
    if (this.#pending) clearTimeout(this.#pending);
    this.#pending = null;
  }

  #fire(): void {
    this.#pending = null;
    this.#sentAt = this.#now();
    this.#send();
  }
}
