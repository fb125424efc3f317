import { destroyPlayer, play } from '../../player/store.ts';
import { failChat } from './session.ts';
import { $chat } from './store.ts';

/** Plays whatever is being watched on this element. Answers how to stop that. */
export function attachVideo(video: HTMLVideoElement): () => void {
  let shown: string | null = null;
  const stop = $chat.subscribe((chat) => {
    if (chat.status !== 'watching') shown = null;
    else if (chat.session !== shown) {
      shown = chat.session;
      try {
        play(chat.config, video);
      } catch {
        // An agent this page has no player for: trying again would not help.
        failChat('player.codec');
      }
    }
  });
  return () => {
    stop();
    destroyPlayer();
  };
}
