import { dayOf, momentAt } from '../day.ts';

/** Planned starts of a performer at once. */
export const STARTS_MAX = 7;
/** How far ahead a start can be planned. */
export const AHEAD_DAYS = 60;
const DAY_MS = 86_400_000;
/** ms before a planned start in which lists show it. */
export const SOON_MS = 2 * DAY_MS;
/** Planned starts in a list. */
export const SOON_LIMIT = 6;

export type StartRefusal = 'invalid' | 'past' | 'far';

/** A planned start as written in a form, in the operator's time zone: the moment, or why it is none. */
export function startOf(
  { day, time }: { day: string; time: string },
  now: Date,
): { at: Date; refused?: never } | { at?: never; refused: StartRefusal } {
  const at = momentAt(day, time);
  if (!at) return { refused: 'invalid' };
  const refused = refuseStart(at, now);
  return refused ? { refused } : { at };
}

/** Why a start cannot be planned for this time; null if it can. */
export function refuseStart(at: Date, now: Date): StartRefusal | null {
  if (at.getTime() % 60_000 !== 0) return 'invalid';
  if (at <= now) return 'past';
  return at.getTime() - now.getTime() > AHEAD_DAYS * DAY_MS ? 'far' : null;
}

/** First and last day that can be chosen. */
export const startDays = (now: Date): { min: string; max: string } => ({
  min: dayOf(now),
  max: dayOf(new Date(now.getTime() + AHEAD_DAYS * DAY_MS)),
});
