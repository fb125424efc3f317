import { reconnect } from '../api/socket.ts';
import { loadMember, pause } from './enter.ts';

/** Runs a call that opens a session and takes its member in; if it fails, whoever was here stays. */
export async function arrive(open: () => Promise<unknown>): Promise<void> {
  const resume = pause();
  try {
    await open();
  } catch (error) {
    resume();
    throw error;
  }
  reconnect();
  await loadMember();
}
