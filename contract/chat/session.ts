import * as z from 'zod/mini';
import { onlineStatus } from '../performers/status.ts';

/** Cheapest first. */
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
  /** The member's limit for a day, a week or a month is used up, or the member has locked the wallet. */
  'limit-reached',
  'cool-off',
  'ping-auth-expired',
  'chat-switch',
  'host-disconnected',
  /** The performer or a rule of the room excluded the viewer. */
  'kicked',
  /** The performer or the operator closed the room. */
  'room-closed',
  'chat-closed',
  /** An operator has cut the stream, or this viewer, on a ground (`cutGrounds`); `removed` after a refused join. */
  'cut-rules',
  'cut-safety',
  'cut-identity',
  'cut-fraud',
  'removed-rules',
  'removed-safety',
  'removed-identity',
  'removed-fraud',
  'removed',
  /** The viewer's login has ended. */
  'ping-unauthorized',
  /** A VIP show: started with another member, ended by its member, ended by the performer. */
  'vip-started',
  'vip-ended',
  'vip-stopped',
  /** The phone call that paid has ended. */
  'dialin_stopped',
  /** This service stopped, or the media server was lost. */
  'service-ended',
  'default',
] as const;
export const endReasonSchema = z.enum(endReasons);
export type EndReason = z.infer<typeof endReasonSchema>;

/** Why an operator cuts a stream or a viewer: told to both sides in words, so none accuses anybody. */
export const cutGrounds = ['rules', 'safety', 'identity', 'fraud'] as const;
export const cutGroundSchema = z.enum(cutGrounds);
export type CutGround = z.infer<typeof cutGroundSchema>;

/** The chat type a performer with this status offers a new viewer; null if it can't be joined. */
export function chatTypeFor(status: number): ChatType | null {
  if (status === onlineStatus.free) return 'free';
  return status === onlineStatus.online ? 'chat' : null;
}

/** True if a chat costs more than the agreed one: the viewer must confirm it before joining. */
export const isDearer = (type: ChatType, agreed: ChatType): boolean =>
  chatTypes.indexOf(type) > chatTypes.indexOf(agreed);

/** ms. */
export const KEEP_ALIVE_MS = 3000;
/** Seconds without a keep-alive after which a session ends and its auth token expires. */
export const AUTH_SECONDS = 15;
/** ms of delivered media without a frame in the player after which the session ends, unpaid. */
export const FIRST_FRAME_MS = 15_000;
/** ms without media after which a session ends, unpaid, so that a cut line gives no free chat. */
export const NO_MEDIA_MS = 60_000;
/** ms between attempts after a network error. */
export const KEEP_ALIVE_RETRY_MS = 1000;

/** ms of silence after which viewers and the performer are told: shorter pauses are normal. */
export const SILENT_AFTER_MS = 10_000;

/** What is wrong with a performer's stream, as measured by the media server. */
export const receptionSchema = z.object({
  /** The picture stands still or is missing; nothing is charged. */
  isFrozen: z.boolean(),
  /** Nothing was heard for ten seconds. */
  isSilent: z.boolean(),
});
export type Reception = z.infer<typeof receptionSchema>;

export const goodReception: Reception = { isFrozen: false, isSilent: false };
