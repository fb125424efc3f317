import { useStore } from '@nanostores/react';
import { Camera, CameraOff, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { watchOwnStream } from '#contract/studio/live-calls.ts';
import { call } from '#lib/api/call.ts';
import { measureDelay } from '#lib/studio/live/delay.ts';
import { Button } from '../ui/controls/Button.tsx';
import type { Elements } from '../ui/controls/Messages.tsx';
import { useT } from '../ui/controls/Messages.tsx';
import { Devices, Level } from './devices/DeviceCheck.tsx';
import { Check, Failed, GoLive, OnAir, Open, Resume, Returning, Stopping, Taken } from './Steps.tsx';
import { card, useLive, useStudio } from './studio-page.ts';
import { Troubles } from './Troubles.tsx';
import { usePlayback } from './use-playback.ts';

/**
 * The performer's picture, with `beside` and `under`, and the next steps. What an encoder or another window sends can go
 * live and end from here, too.
 */
export function Stage({ beside, under }: Partial<Record<'beside' | 'under', Elements>>) {
  const t = useT();
  const { room, broadcast } = useStudio();
  const { state, countdown, isMirrored } = useStore(broadcast.$broadcast);
  const { state: devices, camera, size } = useStore(broadcast.devices.$devices);
  const isUpright = size !== null && size.height > size.width;
  const isSending = state === 'sending';
  const isReceived = useStore(room.$audience)?.receiving ?? false;
  const isOpen = devices === 'open';
  const isTaken = state === 'taken';
  const isReturned = isReceived && !isTaken && (isSending || !isOpen);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start gap-4 empty:hidden">
        {(isReturned || (isOpen && !isTaken)) && (
          <div
            className={`relative max-h-[60dvh] min-w-0 flex-[3_1_20rem] overflow-hidden rounded-xl bg-black ${isUpright ? 'aspect-3/4' : 'aspect-video'}`}
          >
            {isReturned ? <Returned /> : <OwnPicture camera={camera} />}
            {isReturned && isSending && <Inset camera={camera} />}
            {countdown !== null && <Countdown left={countdown} />}
          </div>
        )}
        {beside}
      </div>
      {under}
      {isOpen && !isTaken && (
        <label className="flex min-h-11 items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={isMirrored}
            onChange={({ currentTarget }) => broadcast.setMirrored(currentTarget.checked)}
            className="size-5 shrink-0 accent-accent"
          />
          <span>{t('studio.live.picture.mirrored')}</span>
        </label>
      )}
      <Troubles />
      <Cards />
      {isSending && <Controls />}
    </div>
  );
}

const corners = ['top-2 left-2', 'top-2 right-2', 'right-2 bottom-12', 'bottom-2 left-2'] as const;

/** The own picture over the returned one; a click moves it to the next corner, off what it hides. */
function Inset({ camera }: { camera: MediaStreamTrack | null }) {
  const t = useT();
  const [corner, setCorner] = useState(0);
  return (
    <button
      type="button"
      aria-label={t('studio.live.picture.move')}
      title={t('studio.live.picture.move')}
      onClick={() => setCorner((corner + 1) % corners.length)}
      className={`absolute w-1/4 overflow-hidden rounded-lg border border-white/40 ${corners[corner]}`}
    >
      <OwnPicture camera={camera} />
    </button>
  );
}

/** The next steps. */
export function Cards() {
  const { broadcast } = useStudio();
  const { card } = useLive();
  const isIdle = useStore(broadcast.$broadcast).state === 'idle';
  const isOpen = useStore(broadcast.devices.$devices).state === 'open';
  switch (card) {
    case 'none':
      return null;
    case 'taken':
      return <Taken />;
    case 'stopping':
      return <Stopping />;
    case 'resume':
      return <Resume />;
    case 'failed':
      return <Failed />;
    case 'returning':
    case 'hold':
      return <Returning isHeld={card === 'hold'} />;
    // What an encoder or another window sends can be taken over.
    case 'prepare':
    case 'goLive':
    case 'onAir':
      return (
        <>
          {isIdle && (isOpen ? <Check /> : <Open />)}
          {card === 'goLive' ? <GoLive /> : card === 'onAir' ? <OnAir /> : null}
        </>
      );
  }
}

function Countdown({ left }: { left: number }) {
  const t = useT();
  const { broadcast } = useStudio();
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-6 bg-black/60 text-white">
      <p role="timer" aria-live="assertive" className="font-bold text-4xl tabular-nums">
        {t('studio.live.go.countdown', { count: left })}
      </p>
      <Button look="quiet" onClick={broadcast.cancel} autoFocus className="min-h-11 bg-surface">
        {t('studio.live.go.cancel')}
      </Button>
    </div>
  );
}

/** Mute and camera off, and the devices. */
export function Controls() {
  const t = useT();
  const { broadcast } = useStudio();
  const { microphone, camera } = useStore(broadcast.$sending) ?? {};
  const isMuted = microphone?.isMuted ?? false;
  const isOff = camera?.isMuted ?? false;
  const [MicIcon, CameraIcon] = [isMuted ? VolumeX : Volume2, isOff ? CameraOff : Camera];
  return (
    <section aria-label={t('studio.live.open.title')} className={card}>
      <div className="flex flex-wrap gap-3">
        {microphone && (
          <Button
            look={isMuted ? 'primary' : 'quiet'}
            onClick={() => broadcast.setMuted('microphone', !isMuted)}
            className="min-h-11"
          >
            <MicIcon aria-hidden className="size-5" />
            <span>{t(isMuted ? 'studio.live.device.unmute' : 'studio.live.device.mute')}</span>
          </Button>
        )}
        {camera && (
          <Button
            look={isOff ? 'primary' : 'quiet'}
            onClick={() => broadcast.setMuted('camera', !isOff)}
            className="min-h-11"
          >
            <CameraIcon aria-hidden className="size-5" />
            <span>{t(isOff ? 'studio.live.device.show' : 'studio.live.device.hide')}</span>
          </Button>
        )}
      </div>
      <Level />
      <Devices />
    </section>
  );
}

/** The camera before it is sent; mirrored at first, as performers expect of their own picture. */
export function OwnPicture({ camera }: { camera: MediaStreamTrack | null }) {
  const t = useT();
  const { broadcast } = useStudio();
  const video = useRef<HTMLVideoElement>(null);
  const { isMirrored } = useStore(broadcast.$broadcast);
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
      onResize={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
        width > 0 && broadcast.devices.measure({ width, height })
      }
      className={`size-full bg-black object-contain ${isMirrored ? '-scale-x-100' : ''}`}
    />
  );
}

/** Id of this page's preview: another page has its own. */
const page = crypto.randomUUID();
const watchOwn = () => call(watchOwnStream, { page });

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
