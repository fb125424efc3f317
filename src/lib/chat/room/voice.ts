import { atom, computed } from 'nanostores';
import type { Voice } from '#contract/chat/sanctions.ts';
import { $now } from '../session/meter.ts';

/** What the room lets its viewer say; times in ms since the epoch, by this page's clock. */
export interface HeardVoice {
  readonly slowSeconds: number | null;
  readonly muted: boolean;
  /** Null for good. */
  readonly mutedUntil: number | null;
}

export const $voice = atom<HeardVoice>({ slowSeconds: null, muted: false, mutedUntil: null });

/** When the viewer last said something. */
export const $saidAt = atom(0);

export const heardVoice = ({ slowSeconds, muted, mutedMs }: Voice): HeardVoice => ({
  slowSeconds,
  muted,
  mutedUntil: mutedMs === null ? null : Date.now() + mutedMs,
});

export interface Wait {
  readonly why: 'muted' | 'slow';
  /** Null for good. */
  readonly seconds: number | null;
}

/** Why nothing can be sent now, and for how long; null while it can. */
export const $wait = computed([$voice, $saidAt, $now], (voice, saidAt): Wait | null => {
  // The tick only says when to look again.
  const now = Date.now();
  if (voice.muted && voice.mutedUntil === null) return { why: 'muted', seconds: null };
  const muted = secondsTo(voice.muted ? voice.mutedUntil : null, now);
  if (muted > 0) return { why: 'muted', seconds: muted };
  const slow = secondsTo(voice.slowSeconds && saidAt + voice.slowSeconds * 1000, now);
  return slow > 0 ? { why: 'slow', seconds: slow } : null;
});

const secondsTo = (until: number | null, now: number): number =>
  until === null ? 0 : Math.ceil((until - now) / 1000);
