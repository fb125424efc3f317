/** ms without sound that count as silence. */
export const silentAfterMs = 10_000;
/** RMS from 0 to 1: less is silence (-54 dBFS), more than the second is speech (-34 dBFS). */
const levels = { silence: 0.002, speech: 0.02 } as const;
/** ms for which speech is reported. */
const talkMs = 4000;
/** Loud measurements within `talkMs` that count as speech; a single one may be a cough. */
const loudLooks = 2;

export interface SoundNotices {
  readonly silent: boolean;
  readonly talkingWhileMuted: boolean;
}

/** Detects a silent microphone, and speech while it is muted. */
export class SoundWatch {
  #heardAt: number | null = null;
  #loudAt: number[] = [];

  /** `level`: RMS of the microphone before muting, 0 to 1; null if unknown. `now` in ms. */
  observe(level: number | null, isMuted: boolean, now: number): SoundNotices {
    this.#heardAt ??= now;
    if (isMuted || level === null || level > levels.silence) this.#heardAt = now;
    if (!isMuted) this.#loudAt = [];
    else if (level !== null && level > levels.speech) this.#loudAt.push(now);
    this.#loudAt = this.#loudAt.filter((at) => now - at < talkMs);
    return {
      silent: now - this.#heardAt >= silentAfterMs,
      talkingWhileMuted: this.#loudAt.length >= loudLooks,
    };
  }
}

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

/** ms within which `reports` limitations must be observed. */
const withinMs = 4000;
const reports = 2;
/** ms without a report until the notice ends. */
const overMs = 10_000;

/** Detects an encoder that the processor limits: two reports within four seconds. */
export class LimitationDetector {
  #reportedAt: number[] = [];
  #isLimited = false;

  /** `isLimited`: whether a layer is limited by the processor, at `now` in ms. */
  observe(isLimited: boolean, now: number): boolean {
    if (isLimited) this.#reportedAt = [...this.#reportedAt, now].slice(-reports);
    const [first = 0] = this.#reportedAt;
    const last = this.#reportedAt.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (this.#reportedAt.length === reports && last - first <= withinMs) this.#isLimited = true;
    if (now - last >= overMs) {
      this.#isLimited = false;
      this.#reportedAt = [];
    }
    return this.#isLimited;
  }
}
