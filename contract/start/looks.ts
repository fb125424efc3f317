/** Bits of the stored status (live spec 3). A file without schemas, because pages load it. */
export const statusBits = { live: 1, free: 2, vip: 4, pause: 8 } as const;

export const isLive = (status: number): boolean => (status & statusBits.live) !== 0;
export const isFree = (status: number): boolean => (status & statusBits.free) !== 0;
export const isVip = (status: number): boolean => (status & statusBits.vip) !== 0;
export const isPaused = (status: number): boolean => (status & statusBits.pause) !== 0;

export type StatusStyle = 'invip' | 'infree' | 'online' | 'offline';

/** The highest-priority look; a paused performer looks online. */
export function statusStyle(status: number): StatusStyle {
  if (isVip(status)) return 'invip';
  if (isFree(status)) return 'infree';
  return isLive(status) ? 'online' : 'offline';
}

export type StatusLook = StatusStyle | 'paused';

export const statusLook = (status: number): StatusLook => (isPaused(status) ? 'paused' : statusStyle(status));

export const opensStream = (status: number): boolean => isLive(status) && !isPaused(status);
