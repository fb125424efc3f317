import { reconnect } from '../../api/socket.ts';
import { announceSession } from '../../shell/session-stamp.ts';
import { loadMember, pauseListening } from './current-member.ts';

/** Runs a call that opens a session and stores its member; a failure leaves the previous session. */
export async function startSession(open: () => Promise<unknown>): Promise<void> {
  const resume = pauseListening();
  try {
    await open();
  } catch (error) {
    resume();
    throw error;
  }
  announceSession(true);
  reconnect();
  await loadMember();
}
