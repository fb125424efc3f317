import { atom, type ReadableAtom } from 'nanostores';
import { LOBBY_BEAT_MS, setLobby } from '#contract/chat/lobby-calls.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { call } from '../../api/call.ts';
import { $chat } from '../store.ts';

/** `waiting`: number of waiting viewers, this viewer included; null until the server has sent it. */
export type Lobby =
  | { readonly status: 'out' }
  | { readonly status: 'in'; readonly performer: string; readonly waiting: number | null }
  /** The performer can be joined again, or has left. */
  | { readonly status: 'over' };

export interface WaitingRoom {
  readonly $lobby: ReadableAtom<Lobby>;
  /** Waits without picture and charge, until the performer is back or the viewer does something else. */
  waitFor(performer: string): void;
  /** Tells the server if the viewer was waiting. */
  stopWaiting(): void;
}

/** Refusals that end the wait: the performer can be joined, or has left. */
const nothingToWaitFor: ReadonlySet<ErrorLabel> = new Set([
  'badRequest.vip.closed',
  'badRequest.performer.offline',
  'badRequest.performer.notExists',
]);

export function createLobby(): WaitingRoom {
  const $lobby = atom<Lobby>({ status: 'out' });
  let stop = (): void => {};

  /** The server forgets viewers whose calls stop, so a failure changes nothing here. */
  const beat = async (performer: string): Promise<void> => {
    const seen = await call(setLobby, { performer, lobby: true }).catch((error: unknown) =>
      nothingToWaitFor.has(labelOf(error)) ? 'over' : null,
    );
    const lobby = $lobby.get();
    if (!seen || lobby.status !== 'in' || lobby.performer !== performer) return;
    if (seen === 'over') end({ status: 'over' });
    else $lobby.set({ ...lobby, waiting: seen.waiting });
  };
  const end = (lobby: Lobby): void => {
    stop();
    $lobby.set(lobby);
  };
  const stopWaiting = (): void => {
    const lobby = $lobby.get();
    end({ status: 'out' });
    if (lobby.status !== 'in') return;
    void call(setLobby, { performer: lobby.performer, lobby: false }).catch(() => {});
  };
  return {
    $lobby,
    stopWaiting,
    waitFor(performer) {
      if ($lobby.get().status === 'in') return;
      $lobby.set({ status: 'in', performer, waiting: null });
      const timer = setInterval(() => void beat(performer), LOBBY_BEAT_MS);
      // A viewer who joins does not wait any more.
      const unlisten = $chat.listen(({ status }) => {
        if (status === 'joining') stopWaiting();
      });
      stop = () => {
        clearInterval(timer);
        unlisten();
      };
      void beat(performer);
    },
  };
}
