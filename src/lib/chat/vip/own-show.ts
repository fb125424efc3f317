import { readOwnShow } from '#contract/chat/vip-calls.ts';
import { steadyNow } from '#lib/shell/time.ts';
import { call } from '../../api/call.ts';
import { onConnection } from '../../api/socket.ts';
import { $session } from '../../shell/session.ts';
import { $stream } from '../session/offer.ts';
import { type PageChat, pageChat } from '../session/session.ts';
import { $ownShow } from '../store.ts';
import { pageVip, type Vip } from './vip.ts';

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
