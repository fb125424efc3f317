import { reconnect } from '../../api/socket.ts';
import { $session } from '../../shell/session.ts';
import { announceSession } from '../../shell/tabs/session-stamp.ts';
import { showToast } from '../../shell/toast.ts';
import { currentMember } from './current-member.ts';

/** Runs a call that opens a session and stores its member; a failure keeps the previous session. */
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

/** ms for which an operator's message is shown. */
const TOLD_MS = 15_000;

/** Shown once per login, not on every page. */
export function tellOnLogin(): void {
  const session = $session.get();
  if (session.status !== 'member' || session.endUserText === '') return;
  $session.set({ ...session, msgOnLogin: true });
  showToast('success', session.endUserText, TOLD_MS);
}
