import type { ViewerState } from '@vonk/media';
import type { Proof } from '#contract/chat/units.ts';
import { type Progress, progressUnit, type UnitOwner } from '../units/run-unit.ts';
import type { Terms } from '../units/settle-unit.ts';
import type { ChatUnit } from '../units/tables.ts';
import type { ChatSession } from './chat-auth.ts';
import { chatSessions } from './tables.ts';
import { sessionMachine } from './transitions.ts';

/** The columns of a session that a keep-alive reads and writes. */
export const watchedColumns = {
  id: chatSessions.id,
  performerId: chatSessions.performerId,
  memberId: chatSessions.memberId,
  type: chatSessions.type,
  chatPrice: chatSessions.chatPrice,
  vipPrice: chatSessions.vipPrice,
  unitSeconds: chatSessions.unitSeconds,
  state: chatSessions.state,
  lastSeenAt: chatSessions.lastSeenAt,
  firstFrameAt: chatSessions.firstFrameAt,
  minutes: chatSessions.minutes,
  spent: chatSessions.spent,
  stalledMs: chatSessions.stalledMs,
  mediaMs: chatSessions.mediaMs,
  deliveredMs: chatSessions.deliveredMs,
  paidMs: chatSessions.paidMs,
  stay: chatSessions.stay,
  carriedMs: chatSessions.carriedMs,
  carriedSpent: chatSessions.carriedSpent,
  showFromMs: chatSessions.showFromMs,
};

export type WatchedSession = Pick<ChatSession, keyof typeof watchedColumns>;

/** What a player reports with a keep-alive. */
export interface PlayerStats {
  framesDecoded: number;
  /** ms without a new frame since the stream began. */
  stalledMs: number;
}

/** ms without a packet after which a viewer counts as receiving nothing. */
const SILENCE_MS = 2000;

const isDelivered = (viewer: ViewerState | null, now: Date): boolean =>
  viewer?.connected === true && now.getTime() - (viewer.lastMediaAt ?? 0) <= SILENCE_MS;

/**
 * Media delivered since the last keep-alive, and the stall the player reported. Counts only from the first frame on.
 */
export function proofOf(
  session: WatchedSession,
  viewer: ViewerState | null,
  now: Date,
  stalledMs: number,
): Proof {
  const elapsed = Math.max(0, now.getTime() - session.lastSeenAt.getTime());
  if (session.state !== 'watching') return { delivered: 0, elapsed, claimed: 0 };
  return {
    delivered: Math.max(0, (viewer?.deliveredMs ?? session.mediaMs) - session.mediaMs),
    elapsed,
    // The sum of stalls never shrinks, and a new stall is never longer than the time since the last report.
    claimed: Math.min(Math.max(0, Math.round(stalledMs) - session.stalledMs), elapsed),
  };
}

/** ms by which the counts of two processes may differ: each hears from the media server at its own pace. */
const LAG_MS = 3000;

/**
 * The media server's count up to which media has been counted. Moves back only if the server began anew (its count is
 * far lower): a process that hears late would count time twice.
 */
export function mediaMsAfter(
  { mediaMs }: Pick<WatchedSession, 'mediaMs'>,
  viewer: ViewerState | null,
  now: Date,
): number {
  if (!viewer || viewer.deliveredMs >= mediaMs) return viewer?.deliveredMs ?? mediaMs;
  const beganAnew = isDelivered(viewer, now) && mediaMs - viewer.deliveredMs > LAG_MS;
  return beganAnew ? viewer.deliveredMs : mediaMs;
}

/** The owner of a session's units; null if the session is free or a guest's. */
export function unitOwner({
  memberId,
  performerId,
  type,
}: Pick<ChatSession, 'memberId' | 'performerId' | 'type'>): UnitOwner | null {
  return memberId === null || type === 'free' ? null : { memberId, performerId, mode: type };
}

/** State at the time of a keep-alive. */
interface Found {
  running: ChatUnit | undefined;
  viewer: ViewerState | null;
  /** Whether the performer's picture is frozen: then no unit begins. */
  isFrozen: boolean;
  stats: PlayerStats | undefined;
}

/** Result of a keep-alive for a session. */
export interface Watching {
  session: WatchedSession;
  /** Progress of the running unit; null if none ran. */
  progress: Progress | null;
  /** Whether the first or next unit may be charged now. */
  mayPay: boolean;
}

/** Applies a keep-alive: the first frame starts the session, and delivered media uses up its unit. */
export function watchOn(before: WatchedSession, found: Found, terms: Terms): Watching {
  const { running, viewer, isFrozen, stats } = found;
  const { now } = terms;
  const stalledMs = Math.round(stats?.stalledMs ?? 0);
  const proof = proofOf(before, viewer, now, stalledMs);
  const begins = before.state === 'joined' && (stats?.framesDecoded ?? 0) > 0;
  const progress = running ? progressUnit(running, proof, terms) : null;
  const session: WatchedSession = {
    ...before,
    ...(begins ? { state: sessionMachine.next(before.state, 'watching'), firstFrameAt: now } : {}),
    // Clocks of two processes differ a little: never move back, so that no time counts twice.
    lastSeenAt: later(before.lastSeenAt, now),
    mediaMs: mediaMsAfter(before, viewer, now),
    stalledMs: Math.max(before.stalledMs, stalledMs),
    deliveredMs: before.deliveredMs + (progress?.ran ?? Math.min(proof.delivered, proof.elapsed)),
    paidMs: before.paidMs + paidOf(progress),
  };
  const isSeen = session.state === 'watching' && (begins || isDelivered(viewer, now));
  return { session, progress, mayPay: isSeen && !isFrozen && !progress?.rest };
}

/** ms covered by the unit; the excess belongs to the next one, if there is one. */
export const paidOf = (progress: Pick<Progress, 'ran' | 'excess'> | null): number =>
  progress ? progress.ran - progress.excess : 0;

const later = (one: Date, other: Date): Date => new Date(Math.max(one.getTime(), other.getTime()));
