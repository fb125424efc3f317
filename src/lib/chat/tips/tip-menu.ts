import { atom } from 'nanostores';
import {
  newerTippers,
  noTopTippers,
  readTipMenu,
  type TopTippers,
} from '#contract/chat/room/tip-menu-calls.ts';
import type { MenuItem } from '#contract/chat/tipping/tip-menu.ts';
import { newestAnswer } from '../../api/late/newest-answer.ts';
import { on, onConnection } from '../../api/socket/socket.ts';
import { request } from '../request.ts';
import { $chat, $goal, openChat } from '../store.ts';

/** What the watched performer offers for tips in this chat. */
export const $items = atom<readonly MenuItem[]>([]);

/** Who tipped the watched performer most since she went live. */
export const $topTippers = atom<TopTippers>(noTopTippers);

const readNewest = newestAnswer(async () => request(readTipMenu, { auth: openChat().auth }));

/** Also reads the goal and the top tippers again; a failure leaves all as they are. */
export async function readMenu(): Promise<void> {
  try {
    const { session } = openChat();
    const goalBefore = $goal.get();
    const answer = await readNewest();
    const chat = $chat.get();
    if (!answer || chat.status !== 'watching' || chat.session !== session) return;
    $items.set(answer.items);
    // A push that came meanwhile is newer.
    if ($goal.get() === goalBefore) $goal.set(answer.goal);
    $topTippers.set(newerTippers($topTippers.get(), answer.topTippers));
  } catch {
    // The next change or connection reads it again.
  }
}

/** Follows the menu of the watched performer. Returns a stop function. */
export function openTipMenu(): () => void {
  $items.set([]);
  $topTippers.set(noTopTippers);
  void readMenu();
  const stops = [
    on('room-menu', () => void readMenu()),
    on('room-top-tippers', ({ seq, tippers }) =>
      $topTippers.set(newerTippers($topTippers.get(), { seq, tippers })),
    ),
    onConnection((state) => {
      if (state === 'connected') void readMenu();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
