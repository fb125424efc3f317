import { atom } from 'nanostores';
import { readWelcome } from '#contract/chat/sanction-calls.ts';
import { call } from '../../api/call.ts';
import { onConnection } from '../../api/socket.ts';
import { $isWelcome } from '../session/store.ts';

/** ms between two looks: an undone kick is told to nobody who has left the room. */
const WELCOME_LOOK_MS = 5000;

/** When the room is open again, ms since the epoch: null for good; undefined while it is not known. */
export const $openAgain = atom<number | null | undefined>(undefined);

/** Looks how long the viewer stays out, and whether that is over or undone. Returns how to stop. */
export function followWelcome(performer: string, lookMs = WELCOME_LOOK_MS): () => void {
  let isOver = false;
  const look = async (): Promise<void> => {
    const answer = await call(readWelcome, { performer }).catch(() => null);
    if (isOver || !answer) return;
    const { isWelcome, leftMs } = answer;
    // Without a sanction the chat ended for another reason, and there is nothing to wait for.
    $isWelcome.set(isWelcome && $openAgain.get() !== undefined);
    if (!isWelcome) $openAgain.set(leftMs === null ? null : Date.now() + leftMs);
  };
  void look();
  const timer = setInterval(() => void look(), lookMs);
  const stop = onConnection((state) => {
    if (state === 'connected') void look();
  });
  return () => {
    isOver = true;
    clearInterval(timer);
    stop();
    $openAgain.set(undefined);
    $isWelcome.set(false);
  };
}
