import { keep, readKept } from '../../shell/kept.ts';
import { openModal } from '../../shell/start/dialogs.ts';
import { $session, lacksUsername } from '../../shell/start/session.ts';

/** Session storage key: the question was postponed in this tab. */
const PUT_OFF = 'username-later';

/** What follows an answer: something is sent, or the page continues. */
export type AfterName = 'send' | 'go';

export interface UsernamePrompt {
  /** Runs `act`, after asking for a username if there is none yet; not again in a tab where that was postponed. */
  withUsername(act: () => void, then?: AfterName): void;
  /** What continues after the answer; null if nothing waits. */
  waitsTo(): AfterName | null;
  /** Runs the waiting act. */
  goOn(): void;
  putOff(): void;
  /** The dialog was closed without an answer: the waiting act is dropped. */
  close(): void;
}

export function createUsernamePrompt(): UsernamePrompt {
  let waiting: { act: () => void; then: AfterName } | null = null;
  const goOn = (): void => {
    const went = waiting;
    waiting = null;
    went?.act();
  };
  return {
    withUsername(act, then = 'send') {
      if (!lacksUsername($session.get()) || readKept(PUT_OFF) !== null) {
        act();
        return;
      }
      waiting = { act, then };
      openModal({ type: 'UsernamePrompt' });
    },
    waitsTo: () => waiting?.then ?? null,
    goOn,
    putOff() {
      keep(PUT_OFF, { at: Date.now() });
      goOn();
    },
    close() {
      waiting = null;
    },
  };
}

/** The page's instance: one dialog is shown at a time. */
export const usernamePrompt = createUsernamePrompt();
