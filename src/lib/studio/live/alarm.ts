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

/** From how many credits on a tip sounds like this: Hz of its notes, one after the other. */
const bands = [
  { from: 1000, notes: [523, 659, 784, 1047] },
  { from: 250, notes: [523, 659, 784] },
  { from: 100, notes: [523, 659] },
  { from: 0, notes: [523] },
] as const;

export const notesOf = (amount: number): readonly number[] =>
  bands.find(({ from }) => amount >= from)?.notes ?? [];

/** s */
const NOTE = 0.14;
const LOUDNESS = 0.12;

/** Plays the notes of a tip; more notes for more credits. */
export const playTip = (amount: number): void => playNotes(notesOf(amount));

/** Falls, unlike a tip: nobody sees the performer although she is live. */
export const playAlarm = (): void => playNotes([784, 523, 392, 392]);

/** `notes`: Hz, one after the other. Silent where the browser has no audio. */
function playNotes(notes: readonly number[]): void {
  if (typeof AudioContext !== 'function') return;
  const context = new AudioContext();
  const gain = new GainNode(context, { gain: LOUDNESS });
  gain.connect(context.destination);
  notes.forEach((frequency, place) => {
    const note = new OscillatorNode(context, { type: 'sine', frequency });
    note.connect(gain);
    const start = context.currentTime + place * NOTE;
    note.start(start);
    note.stop(start + NOTE);
    if (place === notes.length - 1) note.onended = () => void context.close();
  });
}
