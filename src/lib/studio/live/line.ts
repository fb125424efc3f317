import type { SentMedia } from '@vonk/media/publisher';

/** Verdict on the line to the media server. */
export type Line = 'good' | 'weak' | 'poor';

/** Share of packets lost, and ms of a round trip, above which the line is weak or poor. */
const weak = { lost: 0.02, roundTripMs: 250 };
const poor = { lost: 0.08, roundTripMs: 600 };
/** Pictures a second below which the line, or the computer, cannot follow. */
const SLOW = 10;

/** Null before the server's first report. */
export function lineOf({ lost, roundTripMs, layers }: SentMedia): Line | null {
  if (lost === null) return null;
  const isOver = (limit: typeof weak) => lost > limit.lost || (roundTripMs ?? 0) > limit.roundTripMs;
  const isSlow = layers.some(({ framesPerSecond }) => framesPerSecond < SLOW);
  if (isOver(poor)) return 'poor';
  return isOver(weak) || isSlow ? 'weak' : 'good';
}
