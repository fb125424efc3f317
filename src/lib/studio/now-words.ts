import type { StatusLook } from '#contract/performers/looks.ts';

/** Who sees and hears the performer, by her status. */
export const nowKeys = {
  infree: 'studio.now.free',
  invip: 'studio.now.vip',
  online: 'studio.now.live',
  offline: 'studio.now.offline',
  paused: 'studio.now.pause',
} as const satisfies Record<StatusLook, string>;
