import { atom, type WritableAtom } from 'nanostores';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import * as calls from '#contract/member/account/favourites-calls.ts';
import {
  type Favourite,
  withFavourite,
  withoutFavourite,
} from '#contract/member/account/favourites-calls.ts';
import { call } from '../../api/call.ts';
import { on } from '../../api/socket/socket.ts';
import { rememberFavourites, renewFavourites } from '../../shell/late/favourites-flag.ts';
import { log } from '../../shell/log.ts';

export interface Favourites {
  /** Newest first; null until they are read. */
  readonly $favourites: WritableAtom<readonly Favourite[] | null>;
  /** A failed read leaves the list unchanged. */
  loadFavourites(): Promise<void>;
  /** Follows changes made on any page. Returns a stop function, which also clears the list. */
  listenToFavourites(): () => void;
  /** Returns the label of the server's refusal, or null. */
  addFavourite(performerId: number): Promise<ErrorLabel | null>;
  /** Returns the label of the server's refusal, or null. */
  removeFavourite(performerId: number): Promise<ErrorLabel | null>;
}

/** `flag`: what this browser stores about them. */
export function createFavourites(flag = { rememberFavourites, renewFavourites }): Favourites {
  const $favourites = atom<readonly Favourite[] | null>(null);
  let reading: Promise<void> | null = null;

  const change = (how: (list: readonly Favourite[]) => readonly Favourite[]): void =>
    $favourites.set(how($favourites.get() ?? []));
  const loadFavourites = (): Promise<void> => {
    if (reading) return reading;
    const mine = read().then((list) => {
      // Another member has logged in meanwhile.
      if (reading !== mine) return;
      reading = null;
      if (list) $favourites.set(list);
    });
    reading = mine;
    return mine;
  };
  /** Shown at once, and undone if the server refuses. */
  const setFavourite = async (performerId: number, wanted: boolean): Promise<ErrorLabel | null> => {
    const show = (yes: boolean) =>
      change((list) => (yes ? withFavourite(list, performerId) : withoutFavourite(list, performerId)));
    if ($favourites.get() === null) await loadFavourites();
    show(wanted);
    try {
      await call(wanted ? calls.addFavourite : calls.removeFavourite, { performerId });
      if (wanted) flag.rememberFavourites();
      return null;
    } catch (error) {
      show(!wanted);
      log.warn('Favourite could not be changed', labelOf(error));
      return labelOf(error);
    }
  };

  return {
    $favourites,
    loadFavourites,
    listenToFavourites() {
      flag.renewFavourites();
      void loadFavourites();
      const stops = [
        on('favourite-add', ({ performerId }) => change((list) => withFavourite(list, performerId))),
        on('favourite-remove', ({ performerId }) => change((list) => withoutFavourite(list, performerId))),
      ];
      return () => {
        for (const stop of stops) stop();
        reading = null;
        $favourites.set(null);
      };
    },
    addFavourite: (performerId) => setFavourite(performerId, true),
    removeFavourite: (performerId) => setFavourite(performerId, false),
  };
}

/** Null if they could not be read. */
async function read(): Promise<readonly Favourite[] | null> {
  const answer = await call(calls.listFavourites, {}).catch((error: unknown) => {
    // No warning: it also fails when the visitor leaves the page.
    log.info('Favourites could not be read', labelOf(error));
    return null;
  });
  return answer?.result ?? null;
}

/** The page's instance. */
export const { $favourites, loadFavourites, listenToFavourites, addFavourite, removeFavourite } =
  createFavourites();
