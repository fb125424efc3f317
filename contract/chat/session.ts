import { z } from 'zod';
import { onlineStatus } from '../performers/status.ts';
import { prices } from '../wallet/prices.ts';

export const chatTypes = ['free', 'chat', 'vip'] as const;
export const chatTypeSchema = z.enum(chatTypes);
export type ChatType = z.infer<typeof chatTypeSchema>;

/** Why a stream ended, as the viewer is told (live spec 3), plus the reasons a server ends one for. */
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

/** The chat a performer in this status offers to a new viewer; null where there is nothing to join. */
export function chatTypeFor(status: number): ChatType | null {
  if (status === onlineStatus.free) return 'free';
  return status === onlineStatus.online ? 'chat' : null;
}

/** Credits for one minute of watching (live spec 9, readings: free chat and pause cost nothing). */
export function minutePrice(type: ChatType, status: number): number {
  if (type === 'free' || status === onlineStatus.paused) return 0;
  return type === 'vip' ? prices.vipMinute : prices.chatMinute;
}

/** A client sends keep-alive this often, in ms. */
export const KEEP_ALIVE_MS = 3000;
/** A session of which nothing was heard for this long has ended, in ms. */
export const KEEP_ALIVE_GRACE_MS = 15_000;
/** A chat auth that is not renewed lasts this long, in seconds. */
export const AUTH_SECONDS = 60;
/** After a network error the next try waits this long, in ms. */
export const KEEP_ALIVE_RETRY_MS = 1000;

/** A stall up to this long within a minute is not credited back, in ms. */
export const STALL_TOLERANCE_MS = 5000;
export const MINUTE_MS = 60_000;

/** A stall that only the player tells of counts for so long a minute, in ms; what the media server sees counts in full. */
export const UNSEEN_STALL_MS = 30_000;

/**
 * The stall that counts, in ms, out of what the player claims and what the media server saw. A player that loses
 * the stream for long is seen to be gone; one that merely says so would otherwise watch for nothing.
 */
export function countedStall({ claimed, seen }: { claimed: number; seen: number }): number {
  return Math.min(Math.max(claimed, seen), seen + UNSEEN_STALL_MS);
}

/** Credits to give back for a minute with `stalledMs` without picture; nothing within the tolerance. */
export function stallCredit(price: number, stalledMs: number): number {
  if (stalledMs <= STALL_TOLERANCE_MS) return 0;
  return Math.floor((price * Math.min(stalledMs, MINUTE_MS)) / MINUTE_MS);
}
