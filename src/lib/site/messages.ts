import type { BackendModule } from 'i18next';
import { inEachLocale, locales } from '#contract/locales.ts';
import type { texts } from '../../content/messages/nl.ts';

/** All languages have the same keys (scripts/check-messages.ts). */
export type Messages = typeof texts;

const files = import.meta.glob<{ texts: Messages }>('../../content/messages/*.ts', { eager: true });

/** Throws if a served language has no texts. */
export const messages = inEachLocale((locale) => {
  const file = files[`../../content/messages/${locale}.ts`];
  if (!file) throw new Error(`src/content/messages/${locale}.ts is missing`);
  return file.texts;
});

/** Loads the bundled messages synchronously, so that the first render has them. */
export const messagesBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, _namespace, callback) =>
    callback(null, locales.flatMap((locale) => (locale === language ? [messages[locale]] : []))[0] ?? {}),
};
