import { keep, readKept } from '../../shell/kept.ts';
import { openModal } from '../../shell/modal.ts';
import { $session, lacksUsername } from '../account/store.ts';

/** Session storage key: the question was put off in this tab. */
const PUT_OFF = 'username-later';

export interface UsernamePrompt {
  /** Runs `act`, first asking for a username where there is none yet; not again in a tab where that was put off. */
  withUsername(act: () => void): void;
  /** Whether something goes on after the answer. */
  isWaiting(): boolean;
  /** What waited goes on. */
  goOn(): void;
  putOff(): void;
  /** The dialog was closed without an answer: what waited is not done. */
  close(): void;
}

export function createUsernamePrompt(): UsernamePrompt {
  let waiting: (() => void) | null = null;
  const goOn = (): void => {
    const act = waiting;
    waiting = null;
    act?.();
  };
  return {
    withUsername(act) {
      if (!lacksUsername($session.get()) || readKept(PUT_OFF) !== null) {
        act();
        return;
      }
      waiting = act;
      openModal({ type: 'UsernamePrompt' });
    },
    isWaiting: () => waiting !== null,
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

/** Of the page, which shows one dialog at a time. */
export const usernamePrompt = createUsernamePrompt();
