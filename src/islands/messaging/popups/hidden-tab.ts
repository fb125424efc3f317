import { brand } from '#content/brand/index.ts';
import { $news } from '#lib/messaging/opened/incoming.ts';
import { documentLocale, loadMessages, translator } from '#lib/shell/translate.ts';
import { $unread, unreadText } from '#lib/shell/unread.ts';

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
