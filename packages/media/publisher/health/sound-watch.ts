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
