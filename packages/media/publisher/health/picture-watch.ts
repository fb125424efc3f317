/** ms without a new frame after which the camera counts as frozen. */
export const frozenAfterMs = 2000;

/** Detects a camera that delivers no new frames. */
export class PictureWatch {
  #frames: number | null = null;
  #movedAt = 0;

  /** `frames`: the camera's running total; null if no frames are expected or the total is unknown. `now` in ms. */
  observe(frames: number | null, now: number): boolean {
    if (frames === null || frames !== this.#frames) this.#movedAt = now;
    this.#frames = frames;
    return now - this.#movedAt >= frozenAfterMs;
  }
}
