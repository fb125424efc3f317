import { offerPlace } from '../../lib/shell/pinned.ts';

const offer = (place: HTMLElement | null) => (place ? offerPlace(place) : undefined);

/** First in every dialog and drawer: the page puts here what has to stay in reach while they cover it. */
export function PinnedPlace({ className = '' }: { className?: string }) {
  return <div ref={offer} data-pinned="" className={`empty:hidden ${className}`} />;
}

const takesFocus = 'button:not(:disabled), a[href], input:not(:disabled), select, textarea, [tabindex="0"]';

/** What a dialog's own contents begin with, for the first focus; what is pinned above is not what it was opened for. */
export function firstOf(popup: HTMLElement | null): HTMLElement | true {
  const all = [...(popup?.querySelectorAll<HTMLElement>(takesFocus) ?? [])];
  const isPinned = all[0]?.closest('[data-pinned]');
  return (isPinned && all.find((element) => !element.closest('[data-pinned]'))) || true;
}
