import type { EndReason } from '#contract/chat/session.ts';
import { $session } from '../../shell/session.ts';
import { $dialIn } from '../../wallet/dial-in/store.ts';
import { $chat, type Chat } from '../store.ts';
import { $offer, $stream } from './offer.ts';
import { type PageChat, pageChat } from './session.ts';

/** Ends after which free chat may start again by itself; not after leaving or joining in another tab. */
const resumable: ReadonlySet<EndReason> = new Set([
  'paused',
  'host-disconnected',
  'chat-switch',
  'vip-started',
]);

const mayBegin = (chat: Chat): boolean =>
  chat.status === 'idle' || (chat.status === 'ended' && resumable.has(chat.reason));

/** Starts free chat without a click when offered, and paid chat while a phone call pays. Returns a stop function. */
export function autoplay(page: PageChat = pageChat): () => void {
  const consider = (): void => {
    if ($offer.get() === 'free' && mayBegin($chat.get())) void page.joinChat($stream.get().username);
  };
  const returned = (): void => {
    if ($chat.get().status === 'failed') $chat.set({ status: 'idle' });
    consider();
  };
  consider();
  const stops = [
    $offer.listen(returned),
    $chat.listen(consider),
    $session.listen(({ status }) => status === 'member' && switchToMember(page)),
    $offer.listen(() => followCall(page)),
    $dialIn.listen(() => followCall(page)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A guest who logs in while watching continues as a member: the end of the guest's free time does not apply. */
function switchToMember({ endChat }: PageChat): void {
  const chat = $chat.get();
  if (chat.status === 'watching' && chat.as !== 'member') endChat('chat-switch');
  else if (chat.status === 'ended' && chat.reason === 'guest_expired') $chat.set({ status: 'idle' });
}

/** While a phone call pays, joins whatever it pays for, without a click: the call itself was the choice. */
function followCall({ endChat, joinChat }: PageChat): void {
  const chat = $chat.get();
  const { active, state } = $dialIn.get();
  if (chat.status !== 'watching') {
    if ($offer.get() === 'phone') void joinChat($stream.get().username);
  } else if (active && chat.as === 'guest') endChat('chat-switch');
  else if (state === 'ENDED' && chat.as === 'phone') endChat('dialin_stopped');
}
