import { atom, computed } from 'nanostores';

/** Places of the open dialogs and drawers, in opening order: each has one at its top for content that stays visible. */
const $places = atom<readonly HTMLElement[]>([]);

/** The place in the dialog or drawer opened last; null without an open dialog. */
export const $pinnedPlace = computed($places, (places) => places.at(-1) ?? null);

/** Adds a place. Returns a function that removes it. */
export function offerPlace(place: HTMLElement): () => void {
  $places.set([...$places.get(), place]);
  return () => $places.set($places.get().filter((other) => other !== place));
}
