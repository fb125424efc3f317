import { type Locale, localeOr } from '#contract/locales.ts';
import { log } from './log.ts';
import type { MessageTree } from './translate.ts';

const files = import.meta.glob<{ texts: MessageTree }>('../../content/messages/*.ts');

async function read(locale: Locale): Promise<MessageTree> {
  const load = files[`../../content/messages/${locale}.ts`];
  if (!load) throw new Error(`No messages for locale ${locale}`);
  return (await load()).texts;
}

/** Preloads texts. Throws without logging: leaving a page aborts its loads. */
export const loadMessagesEarly = (locale: string): Promise<MessageTree> => read(localeOr(locale));

/** Loads all texts of a locale, with the first dialog. Throws, and logs, if they cannot be loaded. */
export const loadMessages = (locale: string): Promise<MessageTree> =>
  read(localeOr(locale)).catch((reason: unknown) => {
    log.error('Messages could not be loaded', locale);
    throw reason;
  });
