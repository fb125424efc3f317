import { z } from 'zod';

/** Bits of the stored status (live spec 3). */
export const statusBits = { live: 1, free: 2, vip: 4, pause: 8 } as const;

/** The combinations that may be stored. */
export const onlineStatus = { offline: 0, online: 1, free: 3, vip: 5, paused: 9 } as const;

export const onlineStatusSchema = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(3),
  z.literal(5),
  z.literal(9),
]);

export type OnlineStatus = z.infer<typeof onlineStatusSchema>;

export const isLive = (status: number): boolean => (status & statusBits.live) !== 0;
export const isFree = (status: number): boolean => (status & statusBits.free) !== 0;
export const isVip = (status: number): boolean => (status & statusBits.vip) !== 0;
export const isPaused = (status: number): boolean => (status & statusBits.pause) !== 0;

export type StatusStyle = 'invip' | 'infree' | 'online' | 'offline';

/** How a status looks, by priority; a paused performer looks online (and says pause). */
export function statusStyle(status: number): StatusStyle {
  if (isVip(status)) return 'invip';
  if (isFree(status)) return 'infree';
  return isLive(status) ? 'online' : 'offline';
}
