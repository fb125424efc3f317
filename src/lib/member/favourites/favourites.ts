import { atom } from 'nanostores';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { type Favourite, withFavourite, withoutFavourite } from '#contract/member/favourites.ts';
import * as calls from '#contract/member/favourites-calls.ts';
import { call } from '../../api/call.ts';
import { on } from '../../api/socket.ts';
import { rememberFavourites, renewFavourites } from '../../shell/favourites-flag.ts';
import { log } from '../../shell/log.ts';

/** Newest first; null until they are read. */
export const $favourites = atom<readonly Favourite[] | null>(null);

let reading: Promise<void> | null = null;

/** A failed read leaves the list unchanged. */
export function loadFavourites(): Promise<void> {
  reading ??= read().finally(() => {
    reading = null;
  });
  return reading;
}

async function read(): Promise<void> {
  const answer = await call(calls.listFavourites, {}).catch((error: unknown) => {
    // Not a warning: a page that is left meanwhile ends here, too.
    log.info('favourites not read', labelOf(error));
    return null;
  });
  if (answer) $favourites.set(answer.result);
}

/** Follows changes made on any page. Returns how to stop. */
export function listenToFavourites(): () => void {
  renewFavourites();
  void loadFavourites();
  const stops = [
    on('favourite-add', ({ performerId }) => change((list) => withFavourite(list, performerId))),
    on('favourite-remove', ({ performerId }) => change((list) => withoutFavourite(list, performerId))),
  ];
  return () => {
    for (const stop of stops) stop();
    $favourites.set(null);
  };
}

/** Returns the label of the server's refusal, or null. */
export const addFavourite = (performerId: number): Promise<ErrorLabel | null> =>
  setFavourite(performerId, true);

/** Returns the label of the server's refusal, or null. */
export const removeFavourite = (performerId: number): Promise<ErrorLabel | null> =>
  setFavourite(performerId, false);

/** Shown at once, and undone when the server refuses. */
async function setFavourite(performerId: number, wanted: boolean): Promise<ErrorLabel | null> {
  const show = (yes: boolean) =>
    change((list) => (yes ? withFavourite(list, performerId) : withoutFavourite(list, performerId)));
  if ($favourites.get() === null) await loadFavourites();
  show(wanted);
  try {
    await call(wanted ? calls.addFavourite : calls.removeFavourite, { performerId });
    if (wanted) rememberFavourites();
    return null;
  } catch (error) {
    show(!wanted);
    log.warn('favourite not changed', labelOf(error));
    return labelOf(error);
  }
}

function change(how: (list: readonly Favourite[]) => readonly Favourite[]): void {
  $favourites.set(how($favourites.get() ?? []));
}
