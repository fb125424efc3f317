import { hearOtherTabs, waitForOtherTab } from '../../shell/tabs/other-tabs.ts';
import { $session } from './store.ts';

const QUESTION = 'who has gone on after the activation';

const isVerified = (): boolean => {
  const session = $session.get();
  return session.status === 'member' && session.verified;
};

let isAnswering = false;

/** From now on tells the tab of the mailed link that this page has gone on, once it has heard of that itself. */
export function answerActivationTab(): void {
  if (isAnswering) return;
  isAnswering = true;
  hearOtherTabs(QUESTION, (yes) => {
    if (isVerified()) {
      yes();
      return;
    }
    const stop = $session.listen(() => {
      if (!isVerified()) return;
      stop();
      yes();
    });
  });
}

/**
 * Fulfilled when the page that somebody registered on, still open in this browser, shows them as verified. It may hear
 * of that later than this page.
 */
export const otherTabGoneOn = (): Promise<void> => waitForOtherTab(QUESTION);
