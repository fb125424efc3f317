import { openLate } from '../shell/start/dialogs.ts';
import { $session, lacksUsername } from '../shell/start/session.ts';
import type { AfterName } from './settings/username-prompt.ts';

/** Runs `act`; without a username only after the question for one is answered, whose code is loaded only then. */
export function underUsername(act: () => void, then: AfterName = 'send'): void {
  if (lacksUsername($session.get()))
    void openLate(import('./settings/username-prompt.ts'), ({ usernamePrompt }) =>
      usernamePrompt.withUsername(act, then),
    );
  else act();
}
