/** Bits of the stored status (live spec 3). What only reads them is here, where no schema comes along into a page. */
export const statusBits = { live: 1, free: 2, vip: 4, pause: 8 } as const;

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

/** A status as its badge says it. */
export type StatusLook = StatusStyle | 'paused';

export const statusLook = (status: number): StatusLook => (isPaused(status) ? 'paused' : statusStyle(status));

/** Who is live is one click away; who is not has a profile to read. */
export const opensStream = (status: number): boolean => isLive(status) && !isPaused(status);
