import { useStore } from '@nanostores/react';
import { Volume2, VolumeX } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { type LiveRoom, openStream, playStream } from '#contract/desk/live-calls.ts';
import { call } from '#lib/api/call.ts';
import { usePlayback } from '../studio/use-playback.ts';
import { Button } from '../ui/controls/Button.tsx';
import { useT } from '../ui/controls/Messages.tsx';

/** The picture of a public stream, or of a show that was opened; otherwise why there is none. `href`: the page. */
export function WatchedStream({ room, href }: { room: LiveRoom; href: string }) {
  const t = useT();
  const [attempt, setAttempt] = useState(0);
  const { id, name, mode, show, isOpened } = room;
  const isPublic = mode === 'free' || mode === 'paid';
  const isWatched = isPublic || (mode === 'vip' && isOpened);
  const why =
    mode === null
      ? t('wall.room.off', { name })
      : mode === 'paused'
        ? t('wall.room.paused', { name })
        : t('wall.room.show', { name, member: show ?? '' });
  return (
    <div className="grid min-w-0 gap-2">
      <div className="relative grid aspect-video max-h-[60dvh] w-full place-items-center overflow-hidden rounded-xl bg-black text-white">
        {isWatched ? (
          <Picture
            key={`${isPublic ? 'public' : 'show'} ${attempt}`}
            id={id}
            name={name}
            isPublic={isPublic}
            onAgain={() => setAttempt(attempt + 1)}
          />
        ) : (
          <div className="grid max-w-md justify-items-center gap-3 p-4 text-center">
            <p>{why}</p>
            {/* The page has the form that asks for the reason. */}
            {mode === 'vip' && (
              <a href={href} className="btn btn-quiet min-h-11 bg-surface">
                {t('wall.room.openShow')}
              </a>
            )}
          </div>
        )}
      </div>
      <p className="text-ink-soft text-sm">{t('wall.room.unseen')}</p>
    </div>
  );
}

interface PictureProps {
  id: number;
  name: string;
  isPublic: boolean;
  onAgain(): void;
}

function Picture({ id, name, isPublic, onAgain }: PictureProps) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const isRecorded = useRef(false);
  const [isRefused, setRefused] = useState(false);
  const [hasSound, setSound] = useState(false);
  // Each time the page opens a public stream is in the log once; a show was opened by its own form.
  const target = useCallback(async () => {
    if (isPublic && !isRecorded.current) await call(openStream, { performer: id });
    isRecorded.current = true;
    return call(playStream, { performer: id });
  }, [id, isPublic]);
  const player = usePlayback(
    video,
    target,
    useCallback(() => setRefused(true), []),
  );
  const { name: state } = useStore(player.$player).state;
  const isOver = isRefused || state === 'failed';
  const SoundIcon = hasSound ? Volume2 : VolumeX;
  return (
    <>
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        aria-label={t('wall.room.picture', { name })}
        className="absolute inset-0 size-full object-contain"
      />
      {isOver ? (
        <div
          role="alert"
          className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-4"
        >
          <p className="text-center">{t('wall.room.failed')}</p>
          <Button look="quiet" onClick={onAgain} className="min-h-11 bg-surface">
            {t('wall.room.retry')}
          </Button>
        </div>
      ) : (
        <>
          {state !== 'playing' && (
            <p role="status" className="absolute top-2 left-2 rounded-sm bg-black/70 px-2 py-1 text-sm">
              {t('wall.room.waiting')}
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
              <span>{t('wall.room.sound')}</span>
            </Button>
          </div>
        </>
      )}
    </>
  );
}
