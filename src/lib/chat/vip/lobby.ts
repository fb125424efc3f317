import { atom, type ReadableAtom } from 'nanostores';
import { LOBBY_BEAT_MS, readOwnShow, setLobby } from '#contract/chat/vip-calls.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { call } from '../../api/call.ts';
import { onConnection } from '../../api/socket/socket.ts';
import { $session } from '../../shell/start/session.ts';
import { $stream } from '../offer.ts';
import { type PageChat, pageChat } from '../session/session.ts';
import { $chat, $ownShow } from '../store.ts';
import { pageVip, type Vip } from './vip.ts';

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

/** ms between two checks: another window does not notify this one. */
const LOOK_MS = 5000;

/** Checks whether the performer's current show is the viewer's own. Returns a stop function. */
export function followOwnShow(performer: string): () => void {
  let isOver = false;
  const look = async (): Promise<void> => {
    if ($session.get().status !== 'member' && !$stream.get().isMember) return;
    // During a short disconnect it is still the viewer's.
    const answer = await call(readOwnShow, { performer }).catch(() => null);
    if (isOver || !answer) return;
    const awayMs = answer.show?.awayMs ?? null;
    $ownShow.set(answer.show && { until: awayMs === null ? null : steadyNow() + awayMs });
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_MS);
  const stops = [
    () => clearInterval(timer),
    $session.listen(() => void look()),
    onConnection((state) => {
      if (state === 'connected') void look();
    }),
  ];
  return () => {
    isOver = true;
    for (const stop of stops) stop();
    $ownShow.set(null);
  };
}

/** The click agrees to the price. */
export function goOnWithShow(
  performer: string,
  { vip, chat }: { vip: Vip; chat: PageChat } = { vip: pageVip, chat: pageChat },
): Promise<void> {
  vip.followVip();
  return chat.joinChat(performer, 'vip');
}
