import { whenAgeAccepted } from '../../shell/age.ts';
import { resumeCall } from '../../wallet/dial-in/resume-call.ts';
import { followActiveStream } from '../active-stream/active-stream.ts';
import { attachVideo } from './attach-video.ts';
import { autoplay } from './autoplay.ts';
import { openStream, type Stream } from './offer.ts';
import { $chat, $departure } from './store.ts';
import { canPlay } from './support.ts';

/** Starts the stream page before its islands are loaded, so that free chat is joined meanwhile. */
export function startStream(stream: Stream, video: HTMLVideoElement): void {
  openStream(stream);
  followActiveStream(stream.username);
  if (!canPlay()) {
    $chat.set({ status: 'failed', performer: stream.username, label: 'player.unsupported' });
    return;
  }
  attachVideo(video);
  $departure.listen((left) => left && void import('./go-to-profile.ts').then((m) => m.goToProfile(left)));
  whenAgeAccepted(() => void autoplay());
  if (stream.canCall) whenAgeAccepted(() => void resumeCall());
  // A page restored from the back/forward cache has left its chat.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && $chat.get().status === 'ended') $chat.set({ status: 'idle' });
  });
}
