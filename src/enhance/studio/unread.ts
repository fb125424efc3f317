import { find, readHook, setText } from '#lib/shell/start/hooks.ts';
import { documentLocale, type MessageTree, translator } from '#lib/shell/translate.ts';
import { $unread, unreadText } from '#lib/shell/unread.ts';

/** Keeps the number of unread messages in the studio's navigation current. */
export function startStudioUnread(): void {
  const place = find(document, 'studio-unread');
  const [number, words] = place?.children ?? [];
  if (!place || !number || !words) return;
  const t = translator(JSON.parse(readHook(place, 'words') ?? '') as MessageTree, documentLocale());
  $unread.listen((count) => {
    const text = unreadText(count);
    setText(number, text ?? '');
    setText(words, t('header.unread', { count }));
    place.hidden = text === null;
  });
}
