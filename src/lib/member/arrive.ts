import { reconnect } from '../api/socket.ts';
import { leave, loadMember } from './store.ts';

/**
 * Runs a call that opens a session and takes its member in. The session it replaces is left first:
 * that its end is pushed to this page, too, must not send the visitor home.
 */
export async function arrive(open: () => Promise<unknown>): Promise<void> {
  leave();
  await open();
  reconnect();
  await loadMember();
}
