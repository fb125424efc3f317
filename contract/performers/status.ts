import { z } from 'zod';

export { isFree, isLive, isPaused, isVip, statusStyle } from './looks.ts';

/** The combinations of bits that may be stored. */
export const onlineStatus = { offline: 0, online: 1, free: 3, vip: 5, paused: 9 } as const;

export const onlineStatusSchema = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(3),
  z.literal(5),
  z.literal(9),
]);

export type OnlineStatus = z.infer<typeof onlineStatusSchema>;
