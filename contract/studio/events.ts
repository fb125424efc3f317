import type { StudioCamBackPushes } from '../chat/cam-back-calls.ts';
import type { CutGround } from '../chat/session.ts';
import type { EarnedPushes } from './numbers/earned.ts';
import type { StudioVipPushes } from './vip-calls.ts';

/** Why the server ended a broadcast or a VIP show, unless it was the performer's own act. */
export type StudioEnd =
  /** Nothing was received for a minute. */
  | { readonly what: 'broadcast'; readonly why: 'lost' | 'shut' }
  /** An operator has put a viewer out of the room. */
  | { readonly what: 'viewer'; readonly why: CutGround; readonly member: string }
  | { readonly what: 'show'; readonly why: 'left' | 'credits' | 'lost'; readonly member: string };

/** Pushed to a performer's own sockets. */
export interface StudioPushes extends EarnedPushes, StudioCamBackPushes, StudioVipPushes {
  /** A moderator has muted or kicked somebody, or undone it: `listSanctions` returns which. */
  'studio-sanctions': { room: number };
  /** The performer has changed the rules of her room on another page. */
  'studio-rules': { room: number };
  'studio-tip': { member: string; amount: number; message: string };
  'studio-ended': StudioEnd;
  /** The server stops, and another or the next one goes on within about `forMs` ms: pages move there by themselves. */
  'studio-restarting': { forMs: number };
  /** A page begins to broadcast; every other one stops. */
  'studio-broadcast': { page: string };
}
