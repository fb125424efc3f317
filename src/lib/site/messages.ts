import type { BackendModule } from 'i18next';
import { en } from '../../content/messages/en.ts';
import { nl } from '../../content/messages/nl.ts';

export const messages: Readonly<Record<string, typeof nl>> = { nl, en };

/** Loads the bundled messages synchronously, so that the first render has them. */
export const messagesBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, _namespace, callback) => callback(null, messages[language] ?? {}),
};
