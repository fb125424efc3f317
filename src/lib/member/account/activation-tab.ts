import type { ReadableAtom } from 'nanostores';
import { hearOtherTabs, waitForOtherTab } from '../../shell/tabs/other-tabs.ts';
import { $session, type Session } from './store.ts';

const QUESTION = 'who has gone on after the activation';

const isVerified = (session: Session): boolean => session.status === 'member' && session.verified;

export interface ActivationTab {
  /** From now on tells the tab of the mailed link that this page has gone on, once it has heard of that itself. */
  answer(): void;
  close(): void;
}

/** `$who`: the session of the page. */
export function createActivationTab($who: ReadableAtom<Session>): ActivationTab {
  let stop: (() => void) | null = null;
  const heard = (yes: () => void): void => {
    if (isVerified($who.get())) {
      yes();
      return;
    }
    const unlisten = $who.listen((session) => {
      if (!isVerified(session)) return;
      unlisten();
      yes();
    });
  };
  return {
    answer() {
      stop ??= hearOtherTabs(QUESTION, heard);
    },
    close() {
      stop?.();
      stop = null;
    },
  };
}

/** Of the page: it answers as long as it is open, also after the dialog is closed. */
export const activationTab = createActivationTab($session);

/**
 * Fulfilled when the page that somebody registered on, still open in this browser, shows them as verified. It may hear
 * of that later than this page.
 */
export const otherTabGoneOn = (): Promise<void> => waitForOtherTab(QUESTION);
