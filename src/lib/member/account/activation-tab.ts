import type { ReadableAtom } from 'nanostores';
import { hearOtherTabs, waitForOtherTab } from '../../shell/late/other-tabs.ts';
import { $session, type Session } from '../../shell/start/session.ts';

const QUESTION = 'who has gone on after the activation';

const isVerified = (session: Session): boolean => session.status === 'member' && session.verified;

export interface ActivationTab {
  /** Answers the tab of the activation link that this page continues, once this page has seen the activation. */
  answer(): void;
  close(): void;
}

/** `$who`: the page's session. */
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

/** The page's instance: it answers as long as the page is open, also after the dialog is closed. */
export const activationTab = createActivationTab($session);

/**
 * Resolves when the page of the registration, still open in this browser, shows the member as verified. It may learn of
 * that later than this page.
 */
export const otherTabGoneOn = (): Promise<void> => waitForOtherTab(QUESTION);
