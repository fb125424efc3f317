import { computed, map } from 'nanostores';

/** Open dialogs and drawers by number, each with a place at its top for what has to stay in reach. */
const $places = map<Record<number, HTMLElement>>({});

/** The place in the one that was opened last; null while none is open. */
export const $pinnedPlace = computed($places, (places) => Object.values(places).at(-1) ?? null);

let last = 0;

/** Offers a place. Returns how to take it away again. */
export function offerPlace(place: HTMLElement): () => void {
  last += 1;
  const key = last;
  $places.setKey(key, place);
  return () => {
    const { [key]: _, ...others } = $places.get();
    $places.set(others);
  };
}
