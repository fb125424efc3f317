import { $popups, roomFor, setRoom, writeTo } from '#lib/messaging/popups/popups.ts';
import { MOBILE_BELOW } from '#lib/shell/device.ts';
import { closest, readHook } from '#lib/shell/start/hooks.ts';
import { $session } from '#lib/shell/start/session.ts';
import { tellHiddenTab } from './hidden-tab.ts';

/** rem taken by the chat of a stream page, with its margins. */
const CHAT_WIDTH = 26;

const isPhone = (): boolean => window.innerWidth < MOBILE_BELOW;

/** Call it once per page, for a member. The pop-ups' code loads with the first one. */
export function startMessages(): void {
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

/** Opens a pop-up if there is room; otherwise the link leads to the messenger, for a guest through the login. */
function press(event: MouseEvent): void {
  const { button, ctrlKey, metaKey, shiftKey, target } = event;
  const link = closest<HTMLAnchorElement>(target, 'message');
  if (!link || button !== 0 || ctrlKey || metaKey || shiftKey || $session.get().status !== 'member') return;
  if (isPhone()) return;
  event.preventDefault();
  void writeTo(Number(readHook(link, 'message'))).then((isOpen) => isOpen || location.assign(link.href));
}
