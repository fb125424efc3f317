import { loadEarly } from '../../shell/failures.ts';
import { whenAgeAccepted } from '../../shell/flag-cookie.ts';
import { resumeCall } from '../../wallet/dial-in/resume-call.ts';
import { followActiveStream } from '../active-stream/active-stream.ts';
import { $chat, $departure } from '../store.ts';
import { attachVideo } from './attach-video.ts';
import { autoplay } from './autoplay.ts';
import { openStream, type Stream } from './offer.ts';
import { whyNotPlayed } from './support.ts';

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
  const wayBack = () => import('./go-to-profile.ts');
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
