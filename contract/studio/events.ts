import type { StudioCamBackPushes } from '../chat/cam-back.ts';
import type { StudioVipPushes } from './vip-calls.ts';

/** Pushed to a performer's own sockets. */
export interface StudioPushes extends StudioCamBackPushes, StudioVipPushes {
  /** A moderator has muted or kicked somebody, or undone it: `listSanctions` returns which. */
  'studio-sanctions': { room: number };
  /** The performer has changed the rules of her room on another page. */
  'studio-rules': { room: number };
  'studio-tip': { member: string; amount: number; message: string };
  /** A page begins to broadcast; every other one stops. */
  'studio-broadcast': { page: string };
}
