import { atom } from 'nanostores';
import type { TipType } from '#contract/chat/tipping/tips.ts';
import {
  readToy,
  type ToyLevelName,
  type ToyLevelPush,
  type ToyState,
  toyLevelOf,
} from '#contract/chat/toy-calls.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { on, onConnection } from '../../api/socket/socket.ts';
import { request } from '../request.ts';
import { addNotice } from '../room/messages.ts';
import { $isToyOn, openChat } from '../store.ts';

export interface PlayingToy {
  readonly level: ToyLevelName;
  readonly from: string;
  /** ms since the epoch, by this page's clock. */
  readonly endsAt: number;
}

export interface ToyView {
  readonly playing: PlayingToy | null;
  /** Number of waiting runs. */
  readonly waiting: number;
}

const still: ToyView = { playing: null, waiting: 0 };

export const $toy = atom<ToyView>(still);

/** Whether this tip is meant for the toy: the server then refuses it, unpaid, if it would not move it. */
export const isForToy = (amount: number, tipType: TipType = 'tip'): boolean =>
  $isToyOn.get() && tipType === 'tip' && toyLevelOf(amount) !== null;

/** Follows a toy that is on. Returns a stop function. */
export function openToy(performer: string): () => void {
  let isOpen = true;
  let wasDown = false;
  let pushes = 0;
  const switchTo = (active: boolean): void => {
    if (!active) $toy.set(still);
    if ($isToyOn.get() === active) return;
    $isToyOn.set(active);
    addNotice(active ? 'toys.on' : 'toys.off', { name: performer || 'Performer' });
  };
  const read = async (): Promise<void> => {
    try {
      const before = pushes;
      const state = await request(readToy, { auth: openChat().auth });
      // A push that came meanwhile is newer.
      if (!isOpen || pushes !== before) return;
      switchTo(state.active);
      $toy.set(viewOf(state));
    } catch {
      // The next push contains the state.
    }
  };
  $toy.set(still);
  switchTo(true);
  const onState: typeof on = (name, receive) =>
    on(name, (push) => {
      pushes += 1;
      receive(push);
    });
  const stops = [
    onState('cybertoy', ({ active }) => switchTo(active)),
    onState('ft-tip', ({ waiting }) => $toy.set({ ...$toy.get(), waiting })),
    onState('toy-level', (push) => $toy.set({ playing: playingOf(push), waiting: push.waiting })),
    on('toy-returned', ({ credits }) => addNotice('toys.returned', { count: credits })),
    onConnection((state) => {
      if (state === 'connected' && wasDown) void read();
      wasDown = state === 'disconnected';
    }),
  ];
  void read();
  return () => {
    isOpen = false;
    for (const stop of stops) stop();
    $toy.set(still);
  };
}

const viewOf = ({ playing, waiting }: ToyState): ToyView => ({
  playing: playing && {
    level: playing.level,
    from: playing.from,
    endsAt: steadyNow() + playing.leftMs,
  },
  waiting: waiting.length,
});

function playingOf({ level, from, seconds }: ToyLevelPush): PlayingToy | null {
  return level === 'off' ? null : { level, from, endsAt: steadyNow() + seconds * 1000 };
}
