import type { MessageTree } from './translate.ts';

/** All texts of a language, fetched when the first dialog opens. */
export async function loadMessages(locale: string): Promise<MessageTree> {
  const file = locale === 'en' ? import('#content/messages/en.json') : import('#content/messages/nl.json');
  return (await file).default;
}
