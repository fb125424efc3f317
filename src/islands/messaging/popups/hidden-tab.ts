import { brand } from '#content/brand/index.ts';
import { $news } from '#lib/messaging/inbox/incoming.ts';
import { $unread, unreadText } from '#lib/messaging/inbox/unread.ts';
import { documentLocale } from '#lib/shell/document-locale.ts';
import { loadMessages } from '#lib/shell/load-messages.ts';
import { translator } from '#lib/shell/translate.ts';

const counted = /^\(\d+\+?\) /;

/** ms in which a tab that is seen takes a message before those that are not, and for which no other one tells it. */
const SEEN_FIRST_MS = 300;
const TOLD_ONCE_MS = 3000;

/** The title of a tab out of sight has the number of unread messages; a notification says that there is one. */
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

/** Of all tabs of this browser one tells; none while one is in sight. */
async function tellOnce(id: number): Promise<void> {
  if (document.hidden) await pause(SEEN_FIRST_MS);
  const tell = () => (document.hidden ? notify() : undefined);
  // Only where the connection is safe.
  if (!('locks' in navigator)) return tell();
  await navigator.locks.request(`message-${id}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await tell();
    await pause(TOLD_ONCE_MS);
  });
}

/** Others may look at the screen: not who it is from, nor what it says. */
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
    // Some phones show them through the service worker alone.
  }
}
