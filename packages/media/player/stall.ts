/** ms without a new frame after which it counts as a stall. */
export const stallAfterMs = 2000;
/** ms without a frame after which to reconnect; a restarting encoder is back earlier. */
export const reconnectAfterMs = 4000;

export type Flow = 'waiting' | 'flowing' | 'stalled' | 'lost';

/** Detects stalls from decoded frames and adds up their time. */
export class StallDetector {
  #frames = 0;
  #lastFrameAt: number | null = null;
  /** Time counts as stalled up to the last check only: checks are rare in background pages. */
  #lookedAt = 0;
  #stalledMs = 0;

  get lastFrameAt(): number | null {
    return this.#lastFrameAt;
  }

  /** Total ms of all stalls. */
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

  /** Frames count from zero again; a stall continues until the next frame. */
  newConnection(): void {
    this.#frames = 0;
  }

  #standingMs(): number {
    const idle = this.#lastFrameAt === null ? 0 : this.#lookedAt - this.#lastFrameAt;
    return idle >= stallAfterMs ? idle : 0;
  }
}
