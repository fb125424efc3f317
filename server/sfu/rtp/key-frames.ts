/** A key frame costs the encoder a burst: the whole room asks together, this far (ms) apart at least. */
export const keyFrameIntervalMs = 1000;

/** Gathers the requests of all viewers; one that comes too early is kept and sent when its time has come. */
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
