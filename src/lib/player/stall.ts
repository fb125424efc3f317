/** A picture that stands still this long (ms) is a stall. */
export const stallAfterMs = 2000;
/** A stall that lasts this long (ms) calls for a new connection: an encoder that restarts is back before. */
export const reconnectAfterMs = 4000;

export type Flow = 'waiting' | 'flowing' | 'stalled' | 'lost';

/** Judges a stream by its decoded frames, and adds up how long it stood still. */
export class StallDetector {
  #frames = 0;
  #lastFrameAt: number | null = null;
  /** Time counts as stalled up to the last look only: a page in the background looks rarely. */
  #lookedAt = 0;
  #stalledMs = 0;

  get lastFrameAt(): number | null {
    return this.#lastFrameAt;
  }

  /** All time (ms) in which the picture was seen standing still for longer than a stall takes. */
  get stalledMs(): number {
    return this.#stalledMs + this.#standingMs();
  }

  /** Takes the decoder's running total at `now`. */
  observe(framesDecoded: number, now: number): Flow {
    if (framesDecoded !== this.#frames) {
      this.#stalledMs += this.#standingMs();
      this.#frames = framesDecoded;
      this.#lastFrameAt = now;
    }
    this.#lookedAt = now;
    if (this.#lastFrameAt === null) return 'waiting';
    const idle = now - this.#lastFrameAt;
    if (idle < stallAfterMs) return 'flowing';
    return idle < reconnectAfterMs ? 'stalled' : 'lost';
  }

  /** A new connection counts its frames from zero; a stall goes on until its first picture. */
  newConnection(): void {
    this.#frames = 0;
  }

  #standingMs(): number {
    const idle = this.#lastFrameAt === null ? 0 : this.#lookedAt - this.#lastFrameAt;
    return idle >= stallAfterMs ? idle : 0;
  }
}
