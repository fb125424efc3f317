import { whenAgeAccepted } from '../../shell/age.ts';
import { attachVideo } from './attach-video.ts';
import { autoplay } from './autoplay.ts';
import { openStream, type Stream } from './offer.ts';
import { $chat } from './store.ts';
import { canPlay } from './support.ts';

/**
 * Brings a performer's page to life. It runs before the page's islands do, so that free chat is on its way while
 * they are still being fetched.
 */
export function startStream(stream: Stream, video: HTMLVideoElement): void {
  openStream(stream);
  if (!canPlay()) {
    $chat.set({ status: 'failed', performer: stream.username, label: 'player.unsupported' });
    return;
  }
  attachVideo(video);
  whenAgeAccepted(autoplay);
  // A page that comes back as it was left has left the chat all the same.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && $chat.get().status === 'ended') $chat.set({ status: 'idle' });
  });
}
