import { reconnect } from '../../api/socket.ts';
import { announceSession } from '../../shell/tabs/session-stamp.ts';
import { showToast } from '../../shell/toast.ts';
import { currentMember } from './current-member.ts';
import { $session } from './store.ts';

/** Runs a call that opens a session and stores its member; a failure leaves the previous session. */
export async function startSession(open: () => Promise<unknown>): Promise<void> {
  const resume = currentMember.pauseListening();
  try {
    await open();
  } catch (error) {
    resume();
    throw error;
  }
  announceSession(true);
  reconnect();
  await currentMember.loadMember();
  tellOnLogin();
}

/** ms that a word of the operator stands. */
const TOLD_MS = 15_000;

/** Once a login, and not while the member goes from page to page. */
export function tellOnLogin(): void {
  const session = $session.get();
  if (session.status !== 'member' || session.endUserText === '') return;
  $session.set({ ...session, msgOnLogin: true });
  showToast('success', session.endUserText, TOLD_MS);
}
