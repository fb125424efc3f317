import { Volume2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { $chat } from '#lib/chat/session/store.ts';
import { $player, setMuted } from '#lib/player/store.ts';
import { useT } from '../../ui/Messages.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useLive } from './use-live.ts';

export function Screen({ isShown }: { isShown: boolean }) {
  const t = useT();
  const chat = useLive($chat);
  const { state } = useLive($player);
  const isWaiting = chat.status === 'joining' || (chat.status === 'watching' && state.name === 'connecting');
  const troubles: Partial<Record<string, string>> = {
    'player.waiting': t('chat.trouble.waiting'),
    'player.unreachable': t('chat.trouble.unreachable'),
    'player.full': t('chat.trouble.full'),
  };
  const isPaid = chat.status === 'watching' && chat.as === 'member' && chat.type !== 'free';
  const trouble = state.name === 'connecting' ? state.trouble : null;
  return (
    <>
      {(isWaiting || (isShown && state.name === 'stalled')) && (
        <p role="status" className="stream-note">
          <Spinner className="size-5 shrink-0" />
          <span>
            {isWaiting ? (troubles[trouble ?? ''] ?? t('chat.connecting')) : t('chat.reconnecting')}{' '}
            {isPaid && <span className="block text-sm">{t('chat.notCharged')}</span>}
          </span>
        </p>
      )}
      {isShown && <SoundButton />}
    </>
  );
}

/** Streams start muted, as browsers require; the button blinks until it was used once. */
function SoundButton() {
  const t = useT();
  const { needsUnmute } = useLive($player);
  const [wantsSilence, setWantsSilence] = useState(false);
  const isSilent = needsUnmute || wantsSilence;
  const toggle = () => {
    setWantsSilence(!isSilent);
    setMuted(!isSilent);
  };
  const Icon = isSilent ? VolumeX : Volume2;
  return (
    <button type="button" onClick={toggle} className={`stream-sound ${needsUnmute ? 'stream-blink' : ''}`}>
      <Icon aria-hidden className="size-5" />
      <span className={needsUnmute ? '' : 'sr-only'}>{isSilent ? t('chat.unmute') : t('chat.mute')}</span>
    </button>
  );
}
