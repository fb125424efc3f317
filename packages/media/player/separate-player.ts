import { atom } from 'nanostores';
import type { Volume } from './controls/volume.ts';
import { type Player, playerWith } from './store.ts';

/** A player beside the page's own: muted at first, and without a stored volume. `destroyPlayer` ends it. */
export function createPlayer(): Player {
  const $volume = atom<Volume>({ level: 1, sound: false });
  return playerWith({ $volume, keepVolume: (volume) => $volume.set(volume) });
}
