import { $session, lacksUsername } from '../account/store.ts';

/** Runs `act`; for whoever has no username yet once the question for one is answered, which only then is loaded. */
export function underUsername(act: () => void): void {
  if (lacksUsername($session.get()))
    void import('./username-prompt.ts').then(({ usernamePrompt }) => usernamePrompt.withUsername(act));
  else act();
}
