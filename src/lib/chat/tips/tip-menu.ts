import { atom } from 'nanostores';
import type { MenuItem } from '#contract/chat/tip-menu.ts';
import { readTipMenu } from '#contract/chat/tip-menu-calls.ts';
import { on, onConnection } from '../../api/socket.ts';
import { request } from '../request.ts';
import { $chat, $goal, openChat } from '../store.ts';

/** What the watched performer offers for tips in this chat. */
export const $items = atom<readonly MenuItem[]>([]);

/** Also reads the goal again; a failure leaves both as they are. */
export async function readMenu(): Promise<void> {
  try {
    const { session, auth } = openChat();
    const { items, goal } = await request(readTipMenu, { auth });
    const chat = $chat.get();
    if (chat.status !== 'watching' || chat.session !== session) return;
    $items.set(items);
    $goal.set(goal);
  } catch {
    // The next change or connection reads it again.
  }
}

/** Follows the menu of the watched performer. Returns a stop function. */
export function openTipMenu(): () => void {
  $items.set([]);
  void readMenu();
  const stops = [
    on('room-menu', () => void readMenu()),
    onConnection((state) => {
      if (state === 'connected') void readMenu();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
