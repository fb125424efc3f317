import type { EndReason } from './session.ts';

/** ms of delivered media that use up a minute. */
export const MINUTE_MS = 60_000;
/** ms since the last report of a player after which its minute stands still. */
export const HEARD_MS = 6000;
/** Minutes of wall clock for which the rest of a minute can be used after leaving. */
export const KEPT_MINUTES = 5;
/** Seconds that a show is kept for a member whose line or page is gone; nothing is charged meanwhile. */
export const VIP_RETURN_SECONDS = 60;
/** Rests that a member is given back in a day after a lost connection; pulling the plug must not be cheaper than Stop. */
export const LOST_LINES_A_DAY = 3;
/** ms of a minute that count as undelivered at most when only the player reports a stall. */
export const UNSEEN_STALL_MS = 30_000;

/**
 * What becomes of the rest of a running minute: `kept` and `returned-later` can be used for a while by joining again,
 * and are then kept or given back; `returned` is given back at once.
 */
export type Rest = 'kept' | 'returned-later' | 'returned';

/** By who caused the end: the member, nobody, or the performer and the service. */
export const restAfter = {
  left: 'kept',
  duplicate_session: 'kept',
  no_credits: 'kept',
  'limit-reached': 'kept',
  'cool-off': 'kept',
  guest_expired: 'kept',
  'ping-unauthorized': 'kept',
  'vip-ended': 'kept',
  dialin_stopped: 'kept',
  'ping-auth-expired': 'returned-later',
  failed: 'returned-later',
  paused: 'returned',
  'chat-switch': 'returned',
  'host-disconnected': 'returned',
  kicked: 'returned',
  'room-closed': 'returned',
  'chat-closed': 'returned',
  'vip-started': 'returned',
  'vip-stopped': 'returned',
  'service-ended': 'returned',
  default: 'returned',
} as const satisfies Record<EndReason, Rest>;

/** What a client that leaves may say of why; one that gives a rest back is for the server to find. */
export const leaveReasonOf = (said: EndReason): EndReason =>
  said === 'failed' || restAfter[said] === 'kept' ? said : 'left';

/** Credits for the part of a minute that was not delivered, rounded up. */
export function creditsForRest(price: number, deliveredMs: number, minuteMs = MINUTE_MS): number {
  const rest = Math.max(0, minuteMs - deliveredMs);
  return Math.ceil((price * rest) / minuteMs);
}

export interface Proof {
  /** ms that the media server delivered since the last report of the player. */
  delivered: number;
  /** ms since that report. */
  elapsed: number;
  /** ms of stall that the player reports in this time. */
  claimed: number;
}

/**
 * How far a minute's clock ran between two reports, and how much of a stall that only the player noticed was believed.
 * `allowance`: ms that may still be believed in this minute.
 */
export function progressOf(
  { delivered, elapsed, claimed }: Proof,
  allowance: number,
): { ran: number; believed: number } {
  const heard = Math.min(delivered, HEARD_MS);
  const silent = Math.max(0, elapsed - delivered);
  const unseen = Math.min(Math.max(0, claimed - silent), heard);
  const believed = Math.min(unseen, Math.max(0, allowance));
  return { ran: heard - believed, believed };
}
