import type { Clock } from '@vonk/media/publisher';
import { atom, type ReadableAtom } from 'nanostores';
import type { LiveState } from './live-state.ts';

/** ms for which nobody must see the performer until she is alarmed: most connections return within it. */
export const ALARM_AFTER_MS = 3000;
/** ms between two sounds. */
export const ALARM_EVERY_MS = 15_000;

export interface Alarm {
  /** Viewers should see the performer and do not, for longer than a moment. */
  readonly $alarm: ReadableAtom<boolean>;
  close(): void;
}

interface AlarmParts {
  /** Of a worker: the page may be hidden. */
  readonly clock: Clock;
  play(): void;
}

/** Alarms the performer, with a sound that repeats, while nobody sees her although she is live. */
export function createAlarm($live: ReadableAtom<LiveState>, { clock, play }: AlarmParts): Alarm {
  const $alarm = atom(false);
  let cancel: (() => void) | null = null;
  const ring = (): void => {
    $alarm.set(true);
    play();
    cancel = clock.after(ALARM_EVERY_MS, ring);
  };
  const stop = $live.subscribe(({ isAlarm }) => {
    if (isAlarm) cancel ??= clock.after(ALARM_AFTER_MS, ring);
    else {
      cancel?.();
      cancel = null;
      $alarm.set(false);
    }
  });
  return {
    $alarm,
    close() {
      stop();
      clock.close();
    },
  };
}
