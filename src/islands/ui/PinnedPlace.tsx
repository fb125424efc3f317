import { offerPlace } from '../../lib/shell/open-dialogs.ts';

const offer = (place: HTMLElement | null) => (place ? offerPlace(place) : undefined);

/** First element in every dialog and drawer: holds what must stay visible while they cover the page. */
export function PinnedPlace({ className = '' }: { className?: string }) {
  return <div ref={offer} data-pinned="" className={`empty:hidden ${className}`} />;
}

const takesFocus = 'button:not(:disabled), a[href], input:not(:disabled), select, textarea, [tabindex="0"]';

/** The first focusable element of a dialog's own content; pinned elements are skipped. */
export function firstOf(popup: HTMLElement | null): HTMLElement | true {
  const all = [...(popup?.querySelectorAll<HTMLElement>(takesFocus) ?? [])];
  const isPinned = all[0]?.closest('[data-pinned]');
  return (isPinned && all.find((element) => !element.closest('[data-pinned]'))) || true;
}
