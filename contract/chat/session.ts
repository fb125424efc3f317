import { z } from 'zod';
import { onlineStatus } from '../performers/status.ts';
import { prices } from '../wallet/prices.ts';

/** From the cheapest to the dearest. */
export const chatTypes = ['free', 'chat', 'vip'] as const;
export const chatTypeSchema = z.enum(chatTypes);
export type ChatType = z.infer<typeof chatTypeSchema>;

/** Reasons of live spec 3, and those for which the server ends a session. */
export const endReasons = [
  'left',
  /** The player could not go on. */
  'failed',
  'guest_expired',
  'duplicate_session',
  'paused',
  'no_credits',
  /** What the member allowed for a day, a week or a month is spent; the member has shut the wallet. */
  'limit-reached',
  'cool-off',
  'ping-auth-expired',
  'chat-switch',
  'host-disconnected',
  /** The performer, or a rule of the room, sent the viewer out. */
  'kicked',
  /** The room was closed: by its performer, or by the operator. */
  'room-closed',
  'chat-closed',
  /** The login that watched has ended. */
  'ping-unauthorized',
  /** A VIP show: with somebody else, ended by its member, ended by the performer. */
  'vip-started',
  'vip-ended',
  'vip-stopped',
  /** The phone call that paid for watching is over. */
  'dialin_stopped',
  /** This service stopped, or the media server was lost. */
  'service-ended',
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

/** Whether a chat costs more than the one that was agreed to: nobody is taken into it without being asked. */
export const isDearer = (type: ChatType, agreed: ChatType): boolean =>
  chatTypes.indexOf(type) > chatTypes.indexOf(agreed);

/** ms. */
export const KEEP_ALIVE_MS = 3000;
/** Seconds without a keep-alive after which a session ends and its auth token expires. */
export const AUTH_SECONDS = 15;
/** ms of delivered media of which a player may show nothing; then the session ends, unpaid. */
export const FIRST_FRAME_MS = 15_000;
/** ms without media after which a session ends, unpaid: nobody chats for free behind a cut line. */
export const NO_MEDIA_MS = 60_000;
/** ms between attempts after a network error. */
export const KEEP_ALIVE_RETRY_MS = 1000;
