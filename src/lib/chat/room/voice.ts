import { atom, computed } from 'nanostores';
import type { Voice } from '#contract/chat/sanctions.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { $now } from '../meter.ts';

/** What the room allows its viewer to say; times in ms since the epoch, by this page's clock. */
export interface HeardVoice {
  readonly slowSeconds: number | null;
  readonly muted: boolean;
  /** Null if permanent. */
  readonly mutedUntil: number | null;
  readonly isModerator: boolean;
  /** Names. */
  readonly moderators: readonly string[];
}

export const $voice = atom<HeardVoice>({
  slowSeconds: null,
  muted: false,
  mutedUntil: null,
  isModerator: false,
  moderators: [],
});

/** Changes a part of it. */
export const changeVoice = (change: Partial<HeardVoice>): void => $voice.set({ ...$voice.get(), ...change });

/** When the viewer last sent a message, ms since the epoch. */
export const $lastSentAt = atom(0);

export const heardVoice = ({ mutedMs, ...voice }: Voice): HeardVoice => ({
  ...voice,
  mutedUntil: mutedMs === null ? null : steadyNow() + mutedMs,
});

export interface Wait {
  readonly why: 'muted' | 'slow';
  /** Null if permanent. */
  readonly seconds: number | null;
}

/** Why nothing can be sent now, and for how many seconds; null while it can. */
export const $wait = computed([$voice, $lastSentAt, $now], (voice, lastSentAt): Wait | null => {
  // The tick only triggers the computation.
  const now = steadyNow();
  if (voice.muted && voice.mutedUntil === null) return { why: 'muted', seconds: null };
  const muted = secondsTo(voice.muted ? voice.mutedUntil : null, now);
  if (muted > 0) return { why: 'muted', seconds: muted };
  const slow = secondsTo(
    voice.isModerator ? null : voice.slowSeconds && lastSentAt + voice.slowSeconds * 1000,
    now,
  );
  return slow > 0 ? { why: 'slow', seconds: slow } : null;
});

const secondsTo = (until: number | null, now: number): number =>
  until === null ? 0 : Math.ceil((until - now) / 1000);
