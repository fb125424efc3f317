import type { EndReason } from './session.ts';

/** ms of delivered media that use up a minute; a unit of paid time may be shorter (`prices.ts`). */
export const MINUTE_MS = 60_000;

/** ms of delivered media that use up a unit. `minuteMs`: the length of a minute, which tests shorten. */
export const unitMsOf = (unitSeconds: number, minuteMs = MINUTE_MS): number =>
  Math.round((unitSeconds * minuteMs) / 60);
/** A unit stands still when the player has not reported for this many ms. */
export const HEARD_MS = 6000;
/** Minutes of wall clock for which the rest of a unit stays usable after leaving. */
export const KEPT_MINUTES = 5;

/** Rounds ms to minutes for texts; at least 1 while the rest is usable. */
export const keptMinutes = (ms: number): number => Math.max(1, Math.round(ms / MINUTE_MS));
/** Seconds for which a show is kept after its member's connection or page is lost; nothing is charged meanwhile. */
export const VIP_RETURN_SECONDS = 60;
/** Rests per member and day returned after a lost connection, so that pulling the plug is never cheaper than Stop. */
export const LOST_LINES_A_DAY = 3;
/** At most this many ms of a unit count as undelivered if only the player reports a stall. */
export const unseenStallMs = (unitMs: number): number => unitMs / 2;

/**
 * The rest of a running unit: `kept` and `returned-later` stay usable for a while by joining again; unused, the first
 * is lost and the second returned. `returned` is returned at once.
 */
export type Rest = 'kept' | 'returned-later' | 'returned';

/** Grouped by cause: the member, a lost connection, or the performer and the service. */
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
  'cut-rules': 'returned',
  'cut-safety': 'returned',
  'cut-identity': 'returned',
  'cut-fraud': 'returned',
  'removed-rules': 'returned',
  'removed-safety': 'returned',
  'removed-identity': 'returned',
  'removed-fraud': 'returned',
  removed: 'returned',
  'vip-started': 'returned',
  'vip-stopped': 'returned',
  'service-ended': 'returned',
  default: 'returned',
} as const satisfies Record<EndReason, Rest>;

/** Reasons a leaving client may give; any other counts as `left`, because only the server may return a rest. */
export const leaveReasonOf = (reason: EndReason): EndReason =>
  reason === 'failed' || restAfter[reason] === 'kept' ? reason : 'left';

/** Credits for the part of a unit that was not delivered, rounded up. */
export function creditsForRest(price: number, deliveredMs: number, unitMs = MINUTE_MS): number {
  const rest = Math.max(0, unitMs - deliveredMs);
  return Math.ceil((price * rest) / unitMs);
}

export interface Proof {
  /** ms delivered by the media server since the player's last report. */
  delivered: number;
  /** ms since that report. */
  elapsed: number;
  /** ms of stall reported by the player for this time. */
  claimed: number;
}

/**
 * How far a minute's clock ran between two reports, and how many ms were believed of a stall that only the player saw.
 * `allowance`: ms that may still be believed in this unit.
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
