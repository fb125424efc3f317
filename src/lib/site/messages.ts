import type { BackendModule } from 'i18next';
import { en } from '../../content/messages/en.ts';
import { nl } from '../../content/messages/nl.ts';

export const messages: Readonly<Record<string, typeof nl>> = { nl, en };

/** Hands i18next the bundled messages at once, so that the first render of a process has them. */
export const messagesBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, _namespace, callback) => callback(null, messages[language] ?? {}),
};
