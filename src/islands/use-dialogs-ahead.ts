import { useEffect } from 'react';
import { $isSoonOver } from '#lib/chat/free-time.ts';
import { $chat } from '#lib/chat/store.ts';
import { onIdle } from '#lib/shell/start/browser.ts';
import { loadEarly } from '#lib/shell/start/failures.ts';
import { useLive } from './ui/controls/hooks.ts';

/**
 * Preloads, while the picture plays, what the next click or the end of the chat may open: nothing can be loaded
 * after the connection is lost. `also` is loaded with the first of them.
 */
export function useDialogsAhead(mayShow: boolean, also: () => Promise<unknown>): void {
  const chat = useLive($chat);
  const isSoonOver = useLive($isSoonOver);
  const isMember = chat.status === 'watching' && chat.as === 'member';
  const names = [
    isMember && 'NoCredits SpendingStopped UsernamePrompt wallet',
    isMember && mayShow && 'CamBack',
    isMember && chat.type === 'vip' && 'NoCreditsForVip EndVip',
    chat.status === 'watching' && chat.as === 'guest' && isSoonOver && 'Register',
  ]
    .filter(Boolean)
    .join(' ');
  useEffect(() => {
    if (names) {
      loadEarly(also);
      onIdle(() => loadEarly(() => import('./hosts/ModalHost.tsx').then((m) => m.loadAhead(names))));
    }
  }, [names, also]);
}
