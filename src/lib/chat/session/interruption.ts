import { $player, releasePicture, STILL_MS } from '@vonk/media/player';
import { AUTH_SECONDS, type EndReason } from '#contract/chat/session.ts';
import { $offer } from '../offer.ts';
import { joinRefusal } from '../request.ts';
import { $chat, $interrupted, type Chat, type Watching } from '../store.ts';
import { isUnwanted } from './rejoin.ts';
import { isAway } from './stage.ts';

/** ms without a card. The end of a silent connection was noticed only when the auth token expired. */
const waitsFor = (reason: EndReason): number =>
  reason === 'ping-auth-expired' ? STILL_MS - AUTH_SECONDS * 1000 : STILL_MS;

/** Whether the chat may still continue by itself. */
function isOpen(chat: Chat): boolean {
  if (chat.status === 'ended') return isUnwanted(chat.reason);
  if (chat.status === 'failed') return joinRefusal(chat.label).passes === true;
  return chat.status !== 'idle';
}

/**
 * Shows no card for a chat that goes on by itself, until its picture is back, for 20 s at most. Returns a function that
 * ends it.
 */
export function bridge(chat: Watching, reason: EndReason): () => void {
  $interrupted.set(chat);
  const end = (): void => {
    clearTimeout(timer);
    for (const stop of stops.splice(0)) stop();
    if ($interrupted.get() !== chat) return;
    $interrupted.set(null);
    if ($chat.get().status !== 'watching') releasePicture();
  };
  const timer = setTimeout(end, waitsFor(reason));
  const stops = [
    $chat.listen((now) => !isOpen(now) && end()),
    $player.listen(({ state }) => state.name === 'playing' && end()),
    $offer.listen((offer) => isAway(offer) && !(offer === 'busy' && chat.type === 'vip') && end()),
  ];
  return end;
}
