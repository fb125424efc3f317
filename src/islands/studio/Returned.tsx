import { useStore } from '@nanostores/react';
import { $player, destroyPlayer, play } from '@vonk/media/player';
import { useEffect, useRef, useState } from 'react';
import { watchOwnStream } from '#contract/studio/live-calls.ts';
import { call } from '#lib/api/call.ts';
import { log } from '#lib/shell/log.ts';
import { measureDelay } from '#lib/studio/live/delay.ts';
import { useT } from '../ui/Messages.tsx';
import { useStudio } from './studio-page.ts';

/** The performer's own stream as the media server returns it, with its delay. Muted: it would be heard twice. */
export function Returned() {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const { state } = useStore($player);
  const { broadcast } = useStudio();
  const roundTrip = useStore(broadcast.$sending)?.sent?.roundTripMs ?? 0;
  const [delay, setDelay] = useState<number | null>(null);
  useEffect(() => {
    const screen = video.current;
    if (!screen) return;
    let isOver = false;
    const target = () => call(watchOwnStream, {});
    const again = async () => {
      const config = await target();
      if (config.agent === 'nano') throw new Error('An operator’s own player renews its own token');
      return config;
    };
    target()
      .then((config) => {
        if (!isOver) play(config, screen, again);
      })
      .catch((error: unknown) => log.info('The own stream cannot be played', error));
    const stop = measureDelay(screen, setDelay);
    return () => {
      isOver = true;
      stop();
      destroyPlayer();
    };
  }, []);
  return (
    <div className="relative size-full">
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        aria-label={t('studio.live.picture.returned')}
        className="size-full bg-black object-contain"
      />
      <p className="absolute right-2 bottom-2 rounded-sm bg-black/70 px-2 py-1 text-sm text-white tabular-nums">
        {state.name !== 'playing'
          ? t('studio.live.rehearsal.waiting')
          : delay === null
            ? t('studio.live.rehearsal.returned')
            : t('studio.live.rehearsal.delay', { ms: delay + roundTrip })}
      </p>
    </div>
  );
}
