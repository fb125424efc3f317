import { useStore } from '@nanostores/react';
import { EyeOff, VideoOff, Volume2, VolumeX } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { watchCamBack } from '#contract/studio/cam-back-calls.ts';
import { call } from '#lib/api/call.ts';
import type { CamBacks, ShownCamera } from '#lib/studio/live/cam-backs.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { keepFocus } from '../../ui/controls/hooks.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { usePlayback } from '../use-playback.ts';

interface WatchedCameraProps extends Pick<CamBacksView, 'camBacks' | 'watch'> {
  camera: ShownCamera;
}

/** A member's camera beside the performer's own picture, with sound only on request. */
export function WatchedCamera({ camera: { session, sender: name }, camBacks, watch }: WatchedCameraProps) {
  const t = useT();
  const [attempt, setAttempt] = useState(0);
  return (
    <section
      aria-label={t('studio.live.camBack.picture', { name })}
      tabIndex={-1}
      className="grid min-w-0 flex-[2_1_17rem] gap-3 rounded-xl border-2 border-accent bg-surface p-3"
    >
      <Picture key={attempt} session={session} name={name} onAgain={() => setAttempt(attempt + 1)} />
      <div className="flex flex-wrap items-center gap-2">
        <p className="wrap-anywhere w-full font-bold" translate="no">
          {name}
        </p>
        <Button
          look="quiet"
          aria-label={t('studio.live.camBack.hideOne', { name })}
          autoFocus
          onClick={() => watch(null)}
          className="min-h-11"
        >
          <EyeOff aria-hidden className="size-5" />
          <span>{t('studio.live.camBack.hide')}</span>
        </Button>
        <EndCamera name={name} onEnd={() => void camBacks.endCamBack(session)} />
      </div>
    </section>
  );
}

interface PictureProps {
  session: string;
  name: string;
  onAgain(): void;
}

function Picture({ session, name, onAgain }: PictureProps) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  const [hasSound, setSound] = useState(false);
  const target = useCallback(() => call(watchCamBack, { session }), [session]);
  const player = usePlayback(
    video,
    target,
    useCallback(() => setRefused(true), []),
  );
  const { name: state } = useStore(player.$player).state;
  const isOver = isRefused || state === 'failed';
  const SoundIcon = hasSound ? Volume2 : VolumeX;
  return (
    <div className="relative overflow-hidden rounded-lg bg-black text-white">
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        aria-label={t('studio.live.camBack.picture', { name })}
        className="aspect-[4/3] max-h-[45dvh] w-full object-contain"
      />
      {isOver ? (
        <div
          role="alert"
          className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-4"
        >
          <p className="text-center">{t('studio.live.camBack.failed')}</p>
          <Button look="quiet" onClick={onAgain} className="min-h-11 bg-surface">
            {t('studio.live.phase.retry')}
          </Button>
        </div>
      ) : (
        <>
          {state !== 'playing' && (
            <p role="status" className="absolute inset-0 grid place-content-center p-4">
              {t('studio.live.camBack.waiting')}
            </p>
          )}
          <div className="absolute right-2 bottom-2">
            <Button
              look="quiet"
              aria-pressed={hasSound}
              onClick={() => {
                player.setMuted(hasSound);
                setSound(!hasSound);
              }}
              className="min-h-11 bg-surface"
            >
              <SoundIcon aria-hidden className="size-5" />
              <span>{t('studio.live.camBack.sound')}</span>
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

export function EndCamera({ name, onEnd }: { name: string; onEnd(): void }) {
  const t = useT();
  return (
    <Button
      look="quiet"
      aria-label={t('studio.live.camBack.endOne', { name })}
      onClick={({ currentTarget }) => {
        keepFocus(currentTarget);
        onEnd();
      }}
      className="min-h-11 text-danger"
    >
      <VideoOff aria-hidden className="size-5" />
      <span>{t('studio.live.camBack.end')}</span>
    </Button>
  );
}

/** The members' cameras on one page, and which of them is played. */
export interface CamBacksView {
  readonly camBacks: CamBacks;
  /** Session of the camera to play; null for no camera. */
  readonly chosen: string | null;
  /** Session of the camera that was played before. */
  readonly previous: string | null;
  watch(session: string | null): void;
}
