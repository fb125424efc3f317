import { destroyPlayer, play } from '@vonk/media/player';
import { $chat } from '../store.ts';
import { type PageChat, pageChat } from './session.ts';

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
