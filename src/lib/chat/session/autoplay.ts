import type { EndReason } from '#contract/chat/session.ts';
import { $session } from '../../member/account/store.ts';
import { $dialIn } from '../../wallet/dial-in/store.ts';
import { $offer, $stream } from './offer.ts';
import { type PageChat, pageChat } from './session.ts';
import { $chat, type Chat } from './store.ts';

/** Ends after which free chat may start again by itself; not after leaving or joining in another tab. */
const resumable: ReadonlySet<EndReason> = new Set([
  'paused',
  'host-disconnected',
  'chat-switch',
  'vip-started',
]);

const mayBegin = (chat: Chat): boolean =>
  chat.status === 'idle' || (chat.status === 'ended' && resumable.has(chat.reason));

/** Starts free chat without a click whenever it is offered, and paid chat while a phone call pays. Returns how to stop. */
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

/**
 * A guest who logs in while watching continues as a member; the end of a guest's free time does not apply to
 * members.
 */
function switchToMember({ endChat }: PageChat): void {
  const chat = $chat.get();
  if (chat.status === 'watching' && chat.as !== 'member') endChat('chat-switch');
  else if (chat.status === 'ended' && chat.reason === 'guest_expired') $chat.set({ status: 'idle' });
}

/** While the minutes of a phone call run, what they pay for is on; without a choice, which was made by calling. */
function followCall({ endChat, joinChat }: PageChat): void {
  const chat = $chat.get();
  const { active, state } = $dialIn.get();
  if (chat.status !== 'watching') {
    if ($offer.get() === 'phone') void joinChat($stream.get().username);
  } else if (active && chat.as === 'guest') endChat('chat-switch');
  else if (state === 'ENDED' && chat.as === 'phone') endChat('dialin_stopped');
}
