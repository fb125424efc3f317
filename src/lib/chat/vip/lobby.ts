import { atom } from 'nanostores';
import { LOBBY_BEAT_MS, setLobby } from '#contract/chat/lobby-calls.ts';
import { call } from '../../api/call.ts';
import { $chat } from '../session/store.ts';

/** `waiting`: everybody who waits, the viewer included; null until the server has said so. */
export type Lobby =
  | { readonly status: 'out' }
  | { readonly status: 'in'; readonly performer: string; readonly waiting: number | null }
  /** The performer can be joined again, or is gone. */
  | { readonly status: 'over' };

export const $lobby = atom<Lobby>({ status: 'out' });

let timer: ReturnType<typeof setInterval> | undefined;

/** Waits without picture and without a charge, until the performer is back or the viewer does something else. */
export function waitFor(performer: string): void {
  if ($lobby.get().status === 'in') return;
  $lobby.set({ status: 'in', performer, waiting: null });
  clearInterval(timer);
  timer = setInterval(() => void beat(performer), LOBBY_BEAT_MS);
  void beat(performer);
}

/** The server forgets who says nothing, so a failure changes nothing here. */
async function beat(performer: string): Promise<void> {
  const seen = await call(setLobby, { performer, lobby: true }).catch(() => null);
  const lobby = $lobby.get();
  if (!seen || lobby.status !== 'in' || lobby.performer !== performer) return;
  if (seen.lobby) $lobby.set({ ...lobby, waiting: seen.waiting });
  else end({ status: 'over' });
}

export function stopWaiting(): void {
  const lobby = $lobby.get();
  end({ status: 'out' });
  if (lobby.status !== 'in') return;
  void call(setLobby, { performer: lobby.performer, lobby: false }).catch(() => {});
}

function end(lobby: Lobby): void {
  clearInterval(timer);
  $lobby.set(lobby);
}

// Who watches waits no more.
$chat.listen(({ status }) => {
  if (status === 'joining' && $lobby.get().status === 'in') stopWaiting();
});
