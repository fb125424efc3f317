import { destroyPlayer, play } from '@vonk/media/player';
import type { EndReason } from '#contract/chat/session.ts';
import { readKeptCall } from '../../shell/kept.ts';
import { whenAgeAccepted } from '../../shell/start/browser.ts';
import { loadEarly } from '../../shell/start/failures.ts';
import { $session } from '../../shell/start/session.ts';
import { $dialIn } from '../../wallet/store.ts';
import { followActiveStream } from '../active-stream.ts';
import { $offer, $stream, openStream, type Stream, whyNotPlayed } from '../offer.ts';
import { $chat, $departure, type Chat } from '../store.ts';
import { type PageChat, pageChat } from './session.ts';

/** Starts the stream page before its islands are loaded, so that free chat is joined meanwhile. */
export function startStream(stream: Stream, video: HTMLVideoElement): void {
  openStream(stream);
  followActiveStream(stream.username);
  const label = whyNotPlayed();
  if (label) {
    $chat.set({ status: 'failed', performer: stream.username, label });
    return;
  }
  attachVideo(video);
  const wayBack = () => import('./left-note.ts');
  // Preloaded while the connection is up.
  $chat.listen(({ status }) => status === 'watching' && loadEarly(wayBack));
  $departure.listen((left) => {
    // If the module cannot be loaded, the card shows how it ended.
    if (left)
      void wayBack()
        .then((m) => m.goToProfile(left))
        .catch(() => {});
  });
  whenAgeAccepted(() => void autoplay());
  if (stream.canCall) whenAgeAccepted(() => void resumeCall());
  // A page restored from the back/forward cache has left its chat.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && $chat.get().status === 'ended') $chat.set({ status: 'idle' });
  });
}

/** Plays the watched stream on this element. Returns a stop function. */
export function attachVideo(video: HTMLVideoElement, { failChat }: PageChat = pageChat): () => void {
  let shown: string | null = null;
  const stop = $chat.subscribe((chat) => {
    if (chat.status !== 'watching') shown = null;
    else if (chat.session !== shown) {
      shown = chat.session;
      try {
        play(chat.config, video);
      } catch {
        // No player for this agent: a retry would not help.
        failChat('player.codec');
      }
    }
  });
  return () => {
    stop();
    destroyPlayer();
  };
}

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

/** Continues a call that this browser awaited or started on an earlier page. */
export async function resumeCall(): Promise<void> {
  if (readKeptCall() === null) return;
  const { readOwnCall } = await import('../../wallet/dial-in/follow-call.ts');
  await readOwnCall();
}
