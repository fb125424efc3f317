import { whenAgeAccepted } from '../lib/shell/age.ts';
import { hooked } from './hooks.ts';

/** So long the visitor has to have left the page alone before it speaks up, in ms. */
export const PROMO_QUIET_MS = 5000;

/** Kept for the session once the promo was closed (platform spec 2). */
export const SEEN_KEY = 'seen-banner';

const signs = ['pointerdown', 'keydown', 'scroll'] as const;

/** Opens the promo once a session: never over a question of the page or another dialog, nor while the visitor is busy. */
export function offerPromo(element: HTMLElement): void {
  const dialog = element as HTMLDialogElement;
  if (wasSeen()) return;
  const forGuest = hasGuestButtons();
  dialog.addEventListener('close', remember);
  whenAgeAccepted(() =>
    whenQuiet(() => {
      // It was closed in another tab meanwhile, or was meant for the guest this visitor no longer is.
      if (!wasSeen() && forGuest === hasGuestButtons()) dialog.showModal();
    }),
  );
}

/** Acts once the visitor has left the page alone for a while. */
function whenQuiet(act: () => void): void {
  let timer: ReturnType<typeof setTimeout>;
  const done = new AbortController();
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isBusy()) {
        wait();
        return;
      }
      done.abort();
      act();
    }, PROMO_QUIET_MS);
  };
  for (const sign of signs) addEventListener(sign, wait, { passive: true, signal: done.signal });
  wait();
}

const hasGuestButtons = (): boolean =>
  document.querySelector(`${hooked('guest-account')} > ${hooked('modal')}`) !== null;

const isBusy = (): boolean =>
  document.hidden ||
  document.querySelector('dialog[open], [role=dialog], [role=combobox]:focus, #consent, :popover-open') !==
    null;

/** Where the browser gives no storage the promo stays away: it could not be told that it was seen. */
function wasSeen(): boolean {
  try {
    return sessionStorage.getItem(SEEN_KEY) !== null;
  } catch {
    return true;
  }
}

function remember(): void {
  try {
    sessionStorage.setItem(SEEN_KEY, '1');
  } catch {
    // told by wasSeen: then it is not shown at all
  }
}
