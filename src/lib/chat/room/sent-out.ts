import { atom } from 'nanostores';
import { readWelcome } from '#contract/chat/room/sanction-calls.ts';
import { readChatReceipt } from '#contract/chat/session-calls.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { call } from '../../api/call.ts';
import { isConnected, on, onConnection } from '../../api/socket/socket.ts';
import { keepRests } from '../rests.ts';
import { $chat, $isWelcome, $receipt } from '../store.ts';

/** ms between two checks: a kick expires without a push, and a guest's browser may miss that it was undone. */
const WELCOME_LOOK_MS = 5000;

/** ms since the epoch when the viewer may join again; null if never, undefined while unknown. */
export const $openAgain = atom<number | null | undefined>(undefined);

/** Checks how long the viewer stays out, and whether that is over or undone. Returns a stop function. */
export function followWelcome(performer: string, lookMs = WELCOME_LOOK_MS): () => void {
  const look = asker(performer, ({ isWelcome, leftMs }) => {
    // Without a sanction the chat ended for another reason, and there is nothing to wait for.
    $isWelcome.set(isWelcome && $openAgain.get() !== undefined);
    if (!isWelcome) $openAgain.set(leftMs === null ? null : steadyNow() + leftMs);
  });
  // While connected, the listener for the connection asks at once.
  if (!isConnected()) look.ask();
  const timer = setInterval(look.ask, lookMs);
  const stops = [
    look.stop,
    () => clearInterval(timer),
    on('chat-welcome', look.ask),
    onConnection((state) => {
      if (state === 'connected') look.ask();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    $openAgain.set(undefined);
    $isWelcome.set(false);
  };
}

/** On the card of a chat that ended otherwise: the viewer may have been kicked since. Returns a stop function. */
export function watchForSentOut(performer: string): () => void {
  const look = asker(performer, ({ isWelcome }) => {
    if (!isWelcome) showSentOut(performer);
  });
  const stops = [
    look.stop,
    on('chat-welcome', look.ask),
    // Runs at once if connected: the push may have come before this was loaded, or during a disconnect.
    onConnection((state) => {
      if (state === 'connected') look.ask();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

type Welcome = Awaited<ReturnType<typeof call<typeof readWelcome>>>;

function asker(performer: string, onAnswer: (welcome: Welcome) => void) {
  let isOver = false;
  return {
    ask: (): void => {
      void call(readWelcome, { performer })
        .catch(() => null)
        .then((answer) => {
          if (answer && !isOver) onAnswer(answer);
        });
    },
    stop: (): void => {
      isOver = true;
    },
  };
}

function showSentOut(performer: string): void {
  const { status } = $chat.get();
  if (status !== 'ended' && status !== 'failed') return;
  $chat.set({ status: 'ended', performer, reason: 'kicked' });
  // The sanction has given the credits of kept rests back.
  keepRests([]);
  const receipt = $receipt.get();
  if (receipt)
    void call(readChatReceipt, { session: receipt.session })
      .then((now) => $receipt.set(now))
      .catch(() => {});
}
