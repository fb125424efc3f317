import { whenAgeAccepted } from '../lib/shell/start/browser.ts';
import { $late } from '../lib/shell/start/dialogs.ts';
import { hooked } from '../lib/shell/start/hooks.ts';

/** ms without input before the promotion opens. */
export const PROMO_QUIET_MS = 5000;

/** Session storage key, set once the promotion is closed (platform spec 2). */
export const SEEN_KEY = 'seen-banner';

const signs = ['pointerdown', 'keydown', 'scroll'] as const;

/** Opens it once per session, never over another dialog or while the visitor is active. */
export function offerPromo(element: HTMLElement): void {
  const dialog = element as HTMLDialogElement;
  if (wasSeen()) return;
  const forGuest = hasGuestButtons();
  dialog.addEventListener('close', remember);
  whenAgeAccepted(() =>
    whenQuiet(() => {
      // It may have been closed in another tab, or the visitor logged in meanwhile.
      if (!wasSeen() && forGuest === hasGuestButtons()) dialog.showModal();
    }),
  );
}

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
  $late.get() !== null ||
  document.querySelector('dialog[open], [role=dialog], [role=combobox]:focus, #consent, :popover-open') !==
    null;

/** Returns true without storage, as closing it could not be stored. */
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
    // wasSeen handles missing storage
  }
}
