import { openLate } from '../../shell/late/late.ts';
import { $session, lacksUsername } from '../account/store.ts';
import type { AfterName } from './username-prompt.ts';

/** Runs `act`; for whoever has no username yet once the question for one is answered, which only then is loaded. */
export function underUsername(act: () => void, then: AfterName = 'send'): void {
  if (lacksUsername($session.get()))
    void openLate(import('./username-prompt.ts'), ({ usernamePrompt }) =>
      usernamePrompt.withUsername(act, then),
    );
  else act();
}
