import { FAVOURITE_LOCK_MS, isFavourite } from '#contract/member/account/favourites-calls.ts';
import { $favourites, addFavourite, removeFavourite } from '#lib/member/favourites/favourites.ts';
import { $modal, openModal } from '#lib/shell/start/dialogs.ts';
import { showToast } from '#lib/shell/start/feedback.ts';
import { $session } from '#lib/shell/start/session.ts';
import { loadMessages, translator } from '#lib/shell/translate.ts';
import { findAll, readHook } from '../lib/shell/start/hooks.ts';

/** Loaded when a guest clicks a heart, or with a member's page. */

const hearts = () => findAll(document, 'favourite');
const performerOf = (heart: HTMLElement): number => Number(readHook(heart, 'favourite'));

$favourites.subscribe((list) => {
  if (!list) return;
  for (const heart of hearts()) {
    heart.setAttribute('aria-pressed', String(isFavourite(list, performerOf(heart))));
  }
});

/** Asks a guest to log in first, then adds the clicked performer. */
export async function toggleFavourite(heart: HTMLElement): Promise<void> {
  if (readHook(heart, 'guest') !== undefined && $session.get().status !== 'member') {
    openModal({ type: 'Login' });
    whenLoggedIn(() => void setFavourite(heart, true));
    return;
  }
  const isWanted = heart.getAttribute('aria-pressed') !== 'true';
  const isDone = await setFavourite(heart, isWanted);
  if (isDone && isWanted) await import('./live-question.ts').then((m) => m.askBelow(heart));
}

/** Runs `act` after the login; not if a guest closes the dialogs. */
function whenLoggedIn(act: () => void): void {
  const isMember = () => $session.get().status === 'member';
  const stops = [
    $session.listen(() => {
      if (!isMember()) return;
      end();
      act();
    }),
    $modal.listen((modal) => {
      if (modal === null && !isMember()) end();
    }),
  ];
  const end = () => {
    for (const stop of stops) stop();
  };
}

/** Returns whether the server has done it. */
async function setFavourite(heart: HTMLElement, wanted: boolean): Promise<boolean> {
  if (heart.getAttribute('aria-disabled') === 'true') return false;
  heart.setAttribute('aria-disabled', 'true');
  heart.setAttribute('aria-pressed', String(wanted));
  setTimeout(() => heart.removeAttribute('aria-disabled'), FAVOURITE_LOCK_MS);
  const refused = await (wanted ? addFavourite : removeFavourite)(performerOf(heart));
  const locale = document.documentElement.lang.slice(0, 2);
  const t = translator(await loadMessages(locale), locale);
  const name = readHook(heart, 'name') ?? '';
  if (refused === null) {
    showToast('success', t(wanted ? 'heart.added' : 'heart.removed', { name }), FAVOURITE_LOCK_MS);
  } else {
    showToast('error', t(refused === 'badRequest.favourites.full' ? 'heart.full' : 'ui.failed'));
  }
  return refused === null;
}
