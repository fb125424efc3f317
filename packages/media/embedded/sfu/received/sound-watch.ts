/** -dBov (RFC 6464) from which sound counts as silence. */
const silentLevel = 60;
/** Largest Opus packet of digital silence; without a level, louder silence cannot be told from sound. */
const silentBytes = 10;
/** ms over which the bitrate is measured. */
const measuredMs = 2000;

/** Measures the sound of an encoder without decoding it. */
export class SoundWatch {
  readonly #since: number;
  #packets: { at: number; bytes: number }[] = [];
  #heardAt: number;

  constructor(now: number) {
    this.#since = now;
    this.#heardAt = now;
  }

  /** `level`: -dBov that the packet states, 127 for silence; null if it states no level. */
  take(bytes: number, level: number | null, now: number): void {
    if (level === null ? bytes > silentBytes : level < silentLevel) this.#heardAt = now;
    this.#packets.push({ at: now, bytes });
    if (now - (this.#packets[0]?.at ?? now) > measuredMs + 500) this.#forget(now);
  }

  /** ms for which nothing was heard, missing packets included. */
  silentMs(now: number): number {
    return Math.max(0, now - this.#heardAt);
  }

  /** bit/s */
  bitrate(now: number): number {
    this.#forget(now);
    const seconds = Math.min(measuredMs, Math.max(1000, now - this.#since)) / 1000;
    return (this.#packets.reduce((sum, { bytes }) => sum + bytes, 0) * 8) / seconds;
  }

  #forget(now: number): void {
    this.#packets = this.#packets.filter(({ at }) => now - at < measuredMs);
  }
}
