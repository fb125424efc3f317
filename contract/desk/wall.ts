/** How a room on the wall is used now. */
export const wallModes = ['free', 'paid', 'vip', 'paused'] as const;
export type WallMode = (typeof wallModes)[number];

/** Pictures that one wall may ask for at once: the tiles of a large screen. */
export const SEEN_MAX = 80;
/** ms between two calls of a wall. */
export const WALL_EVERY_MS = 3000;
/** ms after which a picture on a screen is taken again: with a call and the sweep it is at most 10 s old. */
export const WALL_PICTURE_MS = 6000;

/** Only public streams have a picture on the wall: a show is opened on purpose, and nobody sees a paused performer. */
export const hasWallPicture = (mode: WallMode): boolean => mode === 'free' || mode === 'paid';

interface Attention {
  readonly id: number;
  readonly viewers: number;
  readonly isNew: boolean;
  readonly reports: number;
  readonly isUrgent: boolean;
}

const rankOf = ({ isUrgent, reports, isNew }: Attention): number =>
  isUrgent ? 3 : reports > 0 ? 2 : isNew ? 1 : 0;

/** Urgent reports first, then the most reports, then new performers, then the most viewers. */
export const byAttention = (one: Attention, other: Attention): number =>
  rankOf(other) - rankOf(one) ||
  other.reports - one.reports ||
  other.viewers - one.viewers ||
  one.id - other.id;
