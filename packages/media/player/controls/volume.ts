import { atom } from 'nanostores';

/** The viewer's volume, kept for the next stream. */
export interface Volume {
  /** 0 to 1. */
  readonly level: number;
  /** The viewer's last choice of sound on or off. */
  readonly sound: boolean;
}

const KEY = 'volume';
const untouched: Volume = { level: 1, sound: false };

export const $volume = atom<Volume>(readVolume());

/** Stores the volume in this browser if storage is allowed. */
export function keepVolume(volume: Volume): void {
  $volume.set(volume);
  try {
    localStorage.setItem(KEY, JSON.stringify(volume));
  } catch {
    // No storage: it applies to this page only.
  }
}

/** Reads the stored volume; invalid values are ignored. */
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
