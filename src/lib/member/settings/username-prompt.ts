import { keep, readKept } from '../../shell/kept.ts';
import { openModal } from '../../shell/modal.ts';
import { $session, lacksUsername } from '../account/store.ts';

/** Session storage key: the question was put off in this tab. */
const PUT_OFF = 'username-later';

let waiting: (() => void) | null = null;

/** Runs `act`, first asking for a username where there is none yet; not again in a tab where that was put off. */
export function withUsername(act: () => void): void {
  if (!lacksUsername($session.get()) || readKept(PUT_OFF) !== null) {
    act();
    return;
  }
  waiting = act;
  openModal({ type: 'UsernamePrompt' });
}

/** Whether something goes on after the answer. */
export const isWaiting = (): boolean => waiting !== null;

/** What waited goes on. */
export function goOn(): void {
  const act = waiting;
  waiting = null;
  act?.();
}

export function putOff(): void {
  keep(PUT_OFF, { at: Date.now() });
  goOn();
}

/** The dialog was closed without an answer: what waited is not done. */
export function dropWaiting(): void {
  waiting = null;
}
