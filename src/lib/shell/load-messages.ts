import { type Locale, localeOr } from '#contract/locales.ts';
import { log } from './log.ts';
import type { MessageTree } from './translate.ts';

const files = import.meta.glob<{ texts: MessageTree }>('../../content/messages/*.ts');

async function read(locale: Locale): Promise<MessageTree> {
  const load = files[`../../content/messages/${locale}.ts`];
  if (!load) throw new Error(`no texts in ${locale}`);
  return (await load()).texts;
}

/** For what may be needed later. Throws, and logs nothing: a page that is left breaks its loads off. */
export const loadMessagesEarly = (locale: string): Promise<MessageTree> => read(localeOr(locale));

/** All texts of a locale, loaded with the first dialog. Throws, and logs, when they cannot be loaded. */
export const loadMessages = (locale: string): Promise<MessageTree> =>
  read(localeOr(locale)).catch((reason: unknown) => {
    log.error('the texts could not be loaded', locale);
    throw reason;
  });
