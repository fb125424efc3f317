import type { WallMode } from '#contract/desk/wall.ts';
import { isPaused, isVip, type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';

/** ms for which a performer is new: after her first session, or else after her account was made. */
const NEW_MS = 7 * 24 * 3_600_000;

interface Since {
  firstCamSession: Date | null;
  createdAt: Date;
}

export const isNewAt = ({ firstCamSession, createdAt }: Since, now: Date): boolean =>
  now.getTime() - (firstCamSession ?? createdAt).getTime() < NEW_MS;

/** Null while offline. */
export function modeOf(status: OnlineStatus): WallMode | null {
  if (status === onlineStatus.offline) return null;
  if (isVip(status)) return 'vip';
  if (isPaused(status)) return 'paused';
  return status === onlineStatus.free ? 'free' : 'paid';
}
