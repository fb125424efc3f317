import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { isFavourite } from '#contract/member/account/favourites-calls.ts';
import { $favourites } from '#lib/member/favourites/favourites.ts';
import {
  $liveQuestion,
  acceptLiveNotices,
  declineLiveNotices,
  type Way,
} from '#lib/member/live-notices/live-notices.ts';
import { showToast } from '#lib/shell/start/feedback.ts';
import { mount } from './Mount.tsx';
import { Button } from './ui/controls/Button.tsx';
import { keepFocus } from './ui/controls/hooks.ts';
import { useT } from './ui/controls/Messages.tsx';

/** Asks whether to tell the member that this favourite is live. */
function LiveQuestion() {
  const t = useT();
  const question = useStore($liveQuestion);
  const [busy, setBusy] = useState<Way | null>(null);
  if (!question) return null;
  const { name, mail, noticeKey } = question;
  const accept = async (way: Way) => {
    setBusy(way);
    const outcome = await acceptLiveNotices(way);
    setBusy(null);
    if (outcome !== 'done')
      showToast('error', t(outcome === 'refused' ? 'liveNotices.refused' : 'ui.failed'));
    else showToast('success', t(way === 'mail' ? 'liveNotices.mailOn' : 'liveNotices.browserOn', { name }));
  };
  return (
    <section
      tabIndex={-1}
      aria-label={t('liveNotices.question', { name })}
      onKeyDown={(event) => event.key === 'Escape' && void declineLiveNotices()}
      className="rounded-xl border border-line bg-surface p-4 text-ink text-sm shadow-lg outline-none"
    >
      <p className="font-semibold">{t('liveNotices.question', { name })}</p>
      <p className="mt-1 text-ink-soft">{t('liveNotices.how')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {noticeKey !== null && (
          <Button
            busy={busy === 'browser'}
            onClick={({ currentTarget }) => {
              // The button is removed if the browser refuses.
              keepFocus(currentTarget);
              void accept('browser');
            }}
          >
            {t('liveNotices.browser')}
          </Button>
        )}
        {mail && (
          <Button busy={busy === 'mail'} onClick={() => void accept('mail')}>
            {t('liveNotices.mail')}
          </Button>
        )}
        <Button look="quiet" onClick={() => void declineLiveNotices()}>
          {t('liveNotices.no')}
        </Button>
      </div>
    </section>
  );
}

/** px between the heart, the question and the edges of the page. */
const GAP = 8;

/** Not as classes: every page would load them. */
const LOOK =
  'position: fixed; inset: auto; width: 22rem; max-width: calc(100vw - 1rem); overflow: visible; background: none';

/** Mounts the open question next to a heart: after it in the order of Tab, above the page, which does not move. */
export async function mountLiveQuestion(heart: HTMLElement): Promise<void> {
  const place = document.createElement('div');
  // Known to screen readers before it has content, which they then announce.
  place.role = 'status';
  place.popover = 'manual';
  place.style.cssText = LOOK;
  // The question covers the heart's tooltip in part.
  const hasTip = heart.classList.contains('tip');
  heart.classList.remove('tip');
  heart.after(place);
  place.showPopover();
  const follow = () => placeBeside(place, heart);
  follow();
  window.addEventListener('resize', follow);
  const root = await mount(<LiveQuestion />, place);
  const stops = [
    $favourites.listen((list) => {
      const { performerId = 0 } = $liveQuestion.get() ?? {};
      if (list && !isFavourite(list, performerId)) $liveQuestion.set(null);
    }),
    $liveQuestion.listen((question) => question === null && end()),
  ];
  function end(): void {
    for (const stop of stops) stop();
    window.removeEventListener('resize', follow);
    if (place.contains(document.activeElement)) heart.focus({ preventScroll: true });
    heart.classList.toggle('tip', hasTip);
    root.unmount();
    place.remove();
  }
  // It may have ended while the texts were loading.
  if ($liveQuestion.get() === null) end();
}

/**
 * Below the heart, or above it in the lower half of the window; never beyond the sides, and never over the Stop of a chat
 * that costs credits, which is below the heart on phones.
 */
function placeBeside(place: HTMLElement, heart: HTMLElement): void {
  const { top, right, bottom } = heart.getBoundingClientRect();
  const stop = document.querySelector('.stream-stop')?.getBoundingClientRect();
  const isLow = top > innerHeight / 2;
  place.style.top = isLow ? 'auto' : `${Math.max(bottom, stop?.bottom ?? 0) + GAP}px`;
  place.style.bottom = isLow ? `${innerHeight - top + GAP}px` : 'auto';
  const { clientWidth } = document.documentElement;
  const most = clientWidth - place.offsetWidth - GAP;
  place.style.right = `${Math.max(GAP, Math.min(clientWidth - right, most))}px`;
}
