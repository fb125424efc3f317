import { z } from 'zod';
import { onlineStatus } from '../performers/status.ts';
import { prices } from '../wallet/prices.ts';

export const chatTypes = ['free', 'chat', 'vip'] as const;
export const chatTypeSchema = z.enum(chatTypes);
export type ChatType = z.infer<typeof chatTypeSchema>;

/** Reasons of live spec 3, and those for which the server ends a session. */
export const endReasons = [
  'left',
  'guest_expired',
  'duplicate_session',
  'paused',
  'no_credits',
  'ping-auth-expired',
  'chat-switch',
  'host-disconnected',
  'default',
] as const;
export const endReasonSchema = z.enum(endReasons);
export type EndReason = z.infer<typeof endReasonSchema>;

/** What a performer in this status offers to a new viewer; null when nothing can be joined. */
export function chatTypeFor(status: number): ChatType | null {
  if (status === onlineStatus.free) return 'free';
  return status === onlineStatus.online ? 'chat' : null;
}

/** Credits (live spec 9); free chat and a paused performer cost nothing. */
export function minutePrice(type: ChatType, status: number): number {
  if (type === 'free' || status === onlineStatus.paused) return 0;
  return type === 'vip' ? prices.vipMinute : prices.chatMinute;
}

/** ms. */
export const KEEP_ALIVE_MS = 3000;
/** ms without a keep-alive after which a session ends. */
export const KEEP_ALIVE_GRACE_MS = 15_000;
/** Seconds that an auth token lasts without renewal. */
export const AUTH_SECONDS = 60;
/** ms between attempts after a network error. */
export const KEEP_ALIVE_RETRY_MS = 1000;

/** ms of stall within a minute for which nothing is returned. */
export const STALL_TOLERANCE_MS = 5000;
export const MINUTE_MS = 60_000;

/** ms of a minute that count at most when only the player reports a stall. */
export const UNSEEN_STALL_MS = 30_000;

/**
 * The stall that counts, in ms. `seen` by the media server counts in full, `claimed` by the player only up to a
 * limit, or a false report would make watching free.
 */
export function countedStall({ claimed, seen }: { claimed: number; seen: number }): number {
  return Math.min(Math.max(claimed, seen), seen + UNSEEN_STALL_MS);
}

/** Credits returned for a minute of `minuteMs` with `stalledMs` of stall. */
export function stallCredit(price: number, stalledMs: number, minuteMs = MINUTE_MS): number {
  if (stalledMs <= STALL_TOLERANCE_MS) return 0;
  return Math.floor((price * Math.min(stalledMs, minuteMs)) / minuteMs);
}
