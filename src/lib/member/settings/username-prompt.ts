import { keep, readKept } from '../../shell/kept.ts';
import { openModal } from '../../shell/modal.ts';
import { $session, lacksUsername } from '../account/store.ts';

/** Session storage key: the question was put off in this tab. */
const PUT_OFF = 'username-later';

/** What an answer leads to: something is sent, or the page goes on. */
export type AfterName = 'send' | 'go';

export interface UsernamePrompt {
  /** Runs `act`, first asking for a username where there is none yet; not again in a tab where that was put off. */
  withUsername(act: () => void, then?: AfterName): void;
  /** What goes on after the answer, if anything does. */
  waitsTo(): AfterName | null;
  /** What waited goes on. */
  goOn(): void;
  putOff(): void;
  /** The dialog was closed without an answer: what waited is not done. */
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

/** Of the page, which shows one dialog at a time. */
export const usernamePrompt = createUsernamePrompt();
