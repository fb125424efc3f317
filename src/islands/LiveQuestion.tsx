import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { isFavourite } from '#contract/member/favourites.ts';
import { $favourites } from '#lib/member/favourites/favourites.ts';
import {
  $liveQuestion,
  acceptLiveNotices,
  declineLiveNotices,
  type Way,
} from '#lib/member/live-notices/live-notices.ts';
import { showToast } from '#lib/shell/toast.ts';
import { mount } from './Mount.tsx';
import { Button } from './ui/Button.tsx';
import { useT } from './ui/Messages.tsx';

/** Asks whether to tell the member that this favourite is live. Takes no focus; `onAnswer` gets it back. */
function LiveQuestion({ onAnswer }: { onAnswer: () => void }) {
  const t = useT();
  const question = useStore($liveQuestion);
  const favourites = useStore($favourites);
  const [busy, setBusy] = useState<Way | null>(null);
  const isOver = question !== null && favourites !== null && !isFavourite(favourites, question.performerId);
  useEffect(() => {
    if (isOver) $liveQuestion.set(null);
  }, [isOver]);
  if (!question) return null;
  const { name, mail, noticeKey } = question;
  const accept = async (way: Way) => {
    setBusy(way);
    const outcome = await acceptLiveNotices(way);
    setBusy(null);
    if (outcome === 'failed') return showToast('error', t('ui.failed'));
    onAnswer();
    if (outcome === 'refused') showToast('error', t('liveNotices.refused'));
    else showToast('success', t(way === 'mail' ? 'liveNotices.mailOn' : 'liveNotices.browserOn', { name }));
  };
  const decline = () => {
    onAnswer();
    void declineLiveNotices();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works on the buttons within
    <div
      onKeyDown={(event) => event.key === 'Escape' && decline()}
      className="rounded-xl border border-line bg-surface p-4 text-ink text-sm shadow-lg"
    >
      <p className="font-semibold">{t('liveNotices.question', { name })}</p>
      <p className="mt-1 text-ink-soft">{t('liveNotices.how')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {noticeKey !== null && (
          <Button busy={busy === 'browser'} onClick={() => void accept('browser')}>
            {t('liveNotices.browser')}
          </Button>
        )}
        {mail && (
          <Button busy={busy === 'mail'} onClick={() => void accept('mail')}>
            {t('liveNotices.mail')}
          </Button>
        )}
        <Button look="quiet" onClick={decline}>
          {t('liveNotices.no')}
        </Button>
      </div>
    </div>
  );
}

/** px between the heart, the question and the edges of the page. */
const GAP = 8;

/** Mounts the open question next to a heart: after it in the order of Tab, above the page, which does not move. */
export async function mountLiveQuestion(heart: HTMLElement): Promise<void> {
  const place = document.createElement('div');
  // Known to screen readers before it has content, which they then announce.
  place.role = 'status';
  place.popover = 'manual';
  place.className =
    'fixed inset-auto m-0 w-88 max-w-[calc(100vw-1rem)] overflow-visible border-0 bg-transparent p-0';
  heart.after(place);
  place.showPopover();
  const follow = () => placeBeside(place, heart);
  follow();
  window.addEventListener('resize', follow);
  const root = await mount(
    <LiveQuestion onAnswer={() => place.contains(document.activeElement) && heart.focus()} />,
    place,
  );
  const stop = $liveQuestion.subscribe((question) => {
    if (question) return;
    window.removeEventListener('resize', follow);
    // Not while React handles the click that ended it.
    queueMicrotask(() => {
      stop();
      root.unmount();
      place.remove();
    });
  });
}

/** Below the heart, or above it in the lower half of the window. */
function placeBeside(place: HTMLElement, heart: HTMLElement): void {
  const { top, right, bottom } = heart.getBoundingClientRect();
  const isLow = top > innerHeight / 2;
  place.style.top = isLow ? 'auto' : `${bottom + GAP}px`;
  place.style.bottom = isLow ? `${innerHeight - top + GAP}px` : 'auto';
  place.style.right = `${Math.max(GAP, document.documentElement.clientWidth - right)}px`;
}
