import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { watchOwnStream } from '#contract/studio/live-calls.ts';
import { call } from '#lib/api/call.ts';
import { measureDelay } from '#lib/studio/live/delay.ts';
import { useT } from '../ui/controls/Messages.tsx';
import { useStudio } from './studio-page.ts';
import { usePlayback } from './use-playback.ts';

/** The camera before it is sent, mirrored as performers expect of their own picture. */
export function OwnPicture({ camera }: { camera: MediaStreamTrack | null }) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = camera && new MediaStream([camera]);
  }, [camera]);
  return (
    <video
      ref={video}
      autoPlay
      playsInline
      muted
      aria-label={t('studio.live.picture.own')}
      className="size-full -scale-x-100 bg-black object-contain"
    />
  );
}

const watchOwn = () => call(watchOwnStream, {});

/** The performer's own stream as the media server returns it, with its delay. Muted: it would be heard twice. */
export function Returned() {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const { state } = useStore(usePlayback(video, watchOwn).$player);
  const { broadcast } = useStudio();
  const roundTrip = useStore(broadcast.$sending)?.sent?.roundTripMs ?? 0;
  const [delay, setDelay] = useState<number | null>(null);
  useEffect(() => (video.current ? measureDelay(video.current, setDelay) : undefined), []);
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
