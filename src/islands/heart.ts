import { FAVOURITE_LOCK_MS, isFavourite } from '#contract/member/favourites.ts';
import { $favourites, keep } from '#lib/member/favourites.ts';
import { $session } from '#lib/member/store.ts';
import { loadMessages } from '#lib/shell/load-messages.ts';
import { openModal } from '#lib/shell/modal.ts';
import { showToast } from '#lib/shell/toast.ts';
import { translator } from '#lib/shell/translate.ts';

/** Brings the hearts of a page to life; a guest's when one is pressed, a member's with the page. */

const hearts = () => document.querySelectorAll<HTMLElement>('[data-favourite]');
const performerOf = (heart: HTMLElement): number => Number(heart.dataset.favourite);

$favourites.subscribe((list) => {
  if (!list) return;
  for (const heart of hearts()) {
    heart.setAttribute('aria-pressed', String(isFavourite(list, performerOf(heart))));
  }
});

/** Keeps the performer or keeps her no longer; a guest is asked to log in. */
export async function pressHeart(heart: HTMLElement): Promise<void> {
  if ('guest' in heart.dataset && $session.get().status !== 'member') {
    openModal({ type: 'Login' });
    return;
  }
  if (heart.getAttribute('aria-disabled') === 'true') return;
  const wanted = heart.getAttribute('aria-pressed') !== 'true';
  heart.setAttribute('aria-disabled', 'true');
  heart.setAttribute('aria-pressed', String(wanted));
  setTimeout(() => heart.removeAttribute('aria-disabled'), FAVOURITE_LOCK_MS);
  const fault = await keep(performerOf(heart), wanted);
  const locale = document.documentElement.lang.slice(0, 2);
  const t = translator(await loadMessages(locale), locale);
  const name = heart.dataset.name ?? '';
  if (fault === null) {
    showToast('success', t(wanted ? 'heart.added' : 'heart.removed', { name }), FAVOURITE_LOCK_MS);
  } else {
    showToast('error', t(fault === 'badRequest.favourites.full' ? 'heart.full' : 'ui.failed'));
  }
}
