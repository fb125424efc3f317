import { brand } from '#content/brand/index.ts';
import { $news } from '#lib/messaging/opened/incoming.ts';
import { $popups, roomFor, setRoom, writeTo } from '#lib/messaging/popups/popups.ts';
import { MOBILE_BELOW } from '#lib/shell/device.ts';
import { closest, readHook } from '#lib/shell/start/hooks.ts';
import { $session } from '#lib/shell/start/session.ts';
import { documentLocale, loadMessages, translator } from '#lib/shell/translate.ts';
import { $unread, unreadText } from '#lib/shell/unread.ts';

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

const counted = /^\(\d+\+?\) /;

/** ms a hidden tab waits so that a visible one handles the message first, and ms for which only one tab notifies. */
export const SEEN_FIRST_MS = 300;
const TOLD_ONCE_MS = 3000;

/** Shows the number of unread messages in a hidden tab's title, and a notification for a new one. */
export function tellHiddenTab(): () => void {
  document.addEventListener('visibilitychange', showCount);
  const stops = [
    $unread.listen(showCount),
    $news.listen((news) => {
      if (news) void tellOnce(news.id);
    }),
  ];
  return () => {
    document.removeEventListener('visibilitychange', showCount);
    for (const stop of stops) stop();
  };
}

function showCount(): void {
  const plain = document.title.replace(counted, '');
  const count = document.hidden ? unreadText($unread.get()) : null;
  document.title = count === null ? plain : `(${count}) ${plain}`;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Only one of this browser's tabs notifies; none while one is visible. */
async function tellOnce(id: number): Promise<void> {
  if (document.hidden) await pause(SEEN_FIRST_MS);
  const tell = () => (document.hidden ? notify() : undefined);
  // The Web Locks API exists only in secure contexts.
  if (!('locks' in navigator)) return tell();
  await navigator.locks.request(`message-${id}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await tell();
    await pause(TOLD_ONCE_MS);
  });
}

/** Contains neither sender nor text: others may see the screen. */
async function notify(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const locale = documentLocale();
  const body = translator(await loadMessages(locale), locale)('messenger.notification');
  try {
    const shown = new Notification(brand.name, { body, tag: 'messages' });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Some phones show notifications only through the service worker.
  }
}
