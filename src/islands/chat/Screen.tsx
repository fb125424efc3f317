import { useStore } from '@nanostores/react';
import { Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { attachScreen } from '#lib/chat/screen.ts';
import { $chat } from '#lib/chat/store.ts';
import { $player, setMuted } from '#lib/player/store.ts';
import { useT } from '../ui/Messages.tsx';
import { Spinner } from '../ui/Spinner.tsx';

/** The picture, with what a viewer has to know about it: waiting, coming back, or still silent. */
export function Screen() {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const chat = useStore($chat);
  const { state, needsUnmute } = useStore($player);
  useEffect(() => (video.current ? attachScreen(video.current) : undefined), []);
  const watching = chat.status === 'watching';
  const isShown = watching && (state.name === 'playing' || state.name === 'stalled');
  const isWaiting = chat.status === 'joining' || (watching && state.name === 'connecting');
  const label = needsUnmute ? t('chat.unmute') : t('chat.mute');

  return (
    <>
      <video ref={video} muted playsInline className={`stream-video ${isShown ? '' : 'opacity-0'}`} />
      {(isWaiting || (watching && state.name === 'stalled')) && (
        <p role="status" className="stream-note">
          <Spinner className="size-5" />
          {isWaiting ? t('chat.connecting') : t('chat.reconnecting')}
        </p>
      )}
      {isShown && (
        <button
          type="button"
          onClick={() => setMuted(!needsUnmute)}
          className={`stream-sound ${needsUnmute ? 'stream-blink' : ''}`}
        >
          {needsUnmute ? (
            <VolumeX aria-hidden className="size-5" />
          ) : (
            <Volume2 aria-hidden className="size-5" />
          )}
          <span className={needsUnmute ? '' : 'sr-only'}>{label}</span>
        </button>
      )}
    </>
  );
}
