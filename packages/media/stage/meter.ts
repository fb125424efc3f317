const PACKET_MS = 20;

/** Counts the time while media runs, by a clock that a test may move. */
export interface Meter {
  /** Starts or stops counting. */
  run(isRunning: boolean): void;
  /** Whole ms. */
  readonly ms: number;
  readonly packets: number;
  /** Now while it runs, otherwise when it stopped; null before the first run. */
  readonly lastAt: number | null;
}

export function createMeter(now: () => number): Meter {
  let before = 0;
  let since: number | null = null;
  let halted: number | null = null;
  const ms = () => before + (since === null ? 0 : Math.max(0, Math.floor(now() - since)));
  return {
    run: (isRunning) => {
      if (isRunning === (since !== null)) return;
      if (!isRunning) {
        before = ms();
        halted = Math.floor(now());
      }
      since = isRunning ? now() : null;
    },
    get ms() {
      return ms();
    },
    get packets() {
      return Math.floor(ms() / PACKET_MS);
    },
    get lastAt() {
      return since === null ? halted : Math.floor(now());
    },
  };
}
