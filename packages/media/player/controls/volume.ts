import { atom } from 'nanostores';

/** How the viewer likes to hear; kept for the next stream. */
export interface Volume {
  /** 0 to 1. */
  readonly level: number;
  /** Whether the sound was on when it was last chosen. */
  readonly sound: boolean;
}

const KEY = 'volume';
const untouched: Volume = { level: 1, sound: false };

export const $volume = atom<Volume>(readVolume());

/** Keeps it in this browser, where storage is allowed. */
export function keepVolume(volume: Volume): void {
  $volume.set(volume);
  try {
    localStorage.setItem(KEY, JSON.stringify(volume));
  } catch {
    // Holds for this page then.
  }
}

/** What was kept; nonsense counts as nothing. */
export function readVolume(): Volume {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isVolume(kept) ? { level: kept.level, sound: kept.sound } : untouched;
  } catch {
    return untouched;
  }
}

function isVolume(value: unknown): value is Volume {
  if (typeof value !== 'object' || value === null) return false;
  const { level, sound } = value as Partial<Volume>;
  return typeof sound === 'boolean' && typeof level === 'number' && level > 0 && level <= 1;
}
