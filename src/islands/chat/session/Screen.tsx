import { $player, $still } from '@vonk/media/player';
import { lazy, Suspense } from 'react';
import { $chat, $interrupted, $isToyOn, $reception } from '#lib/chat/store.ts';
import { Boundary } from '../../ui/controls/Boundary.tsx';
import { Spinner } from '../../ui/controls/Button.tsx';
import { useLive } from '../../ui/controls/hooks.ts';
import type { Elements } from '../../ui/controls/Messages.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { PlayerControls } from './PlayerControls.tsx';

const ToyNow = lazy(() => import('../toys/Toys.tsx').then((m) => ({ default: m.ToyNow })));

/** Overlay of the picture: why it does not play yet, and the controls. */
export function Screen({ isShown, name, more }: { isShown: boolean; name: string; more?: Elements }) {
  const t = useT();
  const chat = useLive($chat);
  const { state, needsUnmute } = useLive($player);
  const isToyOn = useLive($isToyOn);
  const interrupted = useLive($interrupted);
  const isMoment = useIsMoment();
  const isWaiting = chat.status === 'joining' || (chat.status === 'watching' && state.name === 'connecting');
  const troubles: Partial<Record<string, string>> = {
    'player.waiting': t('chat.trouble.waiting'),
    'player.unreachable': t('chat.trouble.unreachable'),
    'player.full': t('chat.trouble.full'),
  };
  const shown = chat.status === 'watching' ? chat : interrupted;
  const isPaid = shown?.as === 'member' && shown.type !== 'free';
  const trouble = state.name === 'connecting' ? state.trouble : null;
  const { isFrozen, isSilent } = useLive($reception);
  const isPlaying = isShown && state.name === 'playing';
  return (
    <>
      {isMoment && (
        // The last picture stays visible.
        <p role="status" className={isToyOn ? 'stream-note' : 'stream-toy'}>
          <span>
            <span>{t('chat.moment')}</span>{' '}
            {isPaid && <span className="block text-sm">{t('chat.notCharged')}</span>}
          </span>
        </p>
      )}
      {!isMoment && (isWaiting || (isShown && state.name === 'stalled')) && (
        <p role="status" className="stream-note">
          <Spinner className="size-5 shrink-0" />
          <span>
            <span>
              {isWaiting ? (troubles[trouble ?? ''] ?? t('chat.connecting')) : t('chat.reconnecting')}
            </span>{' '}
            {isPaid && <span className="block text-sm">{t('chat.notCharged')}</span>}
          </span>
        </p>
      )}
      {isPlaying && (isFrozen || (isSilent && !needsUnmute)) && (
        // Silence is told in the corner, unless the toy is there: the picture goes on.
        <p role="status" className={isFrozen || isToyOn ? 'stream-note' : 'stream-toy'}>
          <span>
            <span>{t(isFrozen ? 'chat.frozen' : 'chat.silent', { name })}</span>
            {isFrozen && isPaid && <span className="block text-sm">{t('chat.frozenUnpaid')}</span>}
          </span>
        </p>
      )}
      {isShown && <PlayerControls more={more} />}
      {isShown && isToyOn && (
        <Boundary>
          <Suspense fallback={null}>
            <ToyNow />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}

/** Whether the last picture stands in for one that returns by itself. */
function useIsMoment(): boolean {
  const interrupted = useLive($interrupted);
  const still = useLive($still);
  const { name } = useLive($player).state;
  return interrupted !== null || (still !== null && name === 'connecting');
}
