import { $session } from '#lib/member/account/store.ts';
import { roomFor } from '#lib/messaging/popups/fit.ts';
import { $popups, setRoom } from '#lib/messaging/popups/popups.ts';
import { writeTo } from '#lib/messaging/popups/write-to.ts';
import { MOBILE_BELOW } from '#lib/shell/device.ts';
import { closest, said } from '../../../enhance/hooks.ts';
import { tellHiddenTab } from './hidden-tab.ts';

/** rem that the chat of a stream page takes, with the room around it. */
const CHAT_WIDTH = 26;

const isPhone = (): boolean => window.innerWidth < MOBILE_BELOW;

let isStarted = false;

/** Once a page, for members. The pop-ups themselves are loaded with the first one. */
export function startMessages(): void {
  if (isStarted) return;
  isStarted = true;
  tellHiddenTab();
  measure();
  window.addEventListener('resize', measure);
  document.addEventListener('click', press);
  if (!show()) {
    const stop = $popups.listen(() => {
      if (show()) stop();
    });
  }
}

function show(): boolean {
  if ($popups.get().length === 0) return false;
  void import('./PopupHost.tsx').then((m) => m.mountPopupHost());
  return true;
}

function measure(): void {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isStream = document.querySelector('.stream') !== null;
  const width = window.innerWidth / rem - (isStream ? CHAT_WIDTH : 0);
  setRoom({ most: roomFor(width, isPhone()), isQuiet: isStream || isPhone() });
}

/** Beside the page where there is room; else the link leads to the messenger, by the login also who was a guest. */
function press(event: MouseEvent): void {
  const { button, ctrlKey, metaKey, shiftKey, target } = event;
  const link = closest<HTMLAnchorElement>(target, 'message');
  if (!link || button !== 0 || ctrlKey || metaKey || shiftKey || $session.get().status !== 'member') return;
  if (isPhone()) return;
  event.preventDefault();
  void writeTo(Number(said(link, 'message'))).then((isOpen) => isOpen || location.assign(link.href));
}
