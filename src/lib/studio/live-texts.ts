import type { StatusLook } from '#contract/start/looks.ts';

/** Texts of the island that the live page and the dock share. */
export const liveTexts = [
  'studio.live',
  'studio.earnings.kind',
  'studio.factor.unproved',
  'studio.toy',
  'memberNote',
  'tips.goal',
  'tips.top',
  'toys.level',
  'toys.now',
  'toys.waiting',
  'ui',
  'chat.delay',
  'chat.notSentWords',
  'chat.tooLong',
  'chat.charactersLeft',
] as const;

/** Who sees and hears the performer, by her status. */
export const nowKeys = {
  infree: 'studio.now.free',
  invip: 'studio.now.vip',
  online: 'studio.now.live',
  offline: 'studio.now.offline',
  paused: 'studio.now.pause',
} as const satisfies Record<StatusLook, string>;
