import {
  $isFullscreen,
  $isPoppedOut,
  $player,
  $screen,
  $volume,
  canPopOut,
  fullscreenOf,
  setMuted,
  setVolume,
  toggleFullscreen,
  togglePopOut,
  watchPopOut,
} from '@vonk/media/player';
import { Maximize, Minimize, PictureInPicture2, Volume1, Volume2, VolumeX } from 'lucide-react';
import { useEffect } from 'react';
import { useLive } from '../../ui/controls/hooks.ts';
import type { Elements } from '../../ui/controls/Messages.tsx';
import { useT } from '../../ui/controls/Messages.tsx';

/** Controls on the playing picture. Each keeps its position, whatever its text. */
export function PlayerControls({ more }: { more?: Elements }) {
  const t = useT();
  return (
    <fieldset aria-label={t('player.controls')} className="stream-controls">
      {more}
      <Sound />
      <PopOut />
      <Fullscreen />
    </fieldset>
  );
}

/** Streams start muted, as browsers require; the button blinks until its first use. */
function Sound() {
  const t = useT();
  const { needsUnmute } = useLive($player);
  const { level, sound } = useLive($volume);
  const isSilent = needsUnmute || !sound;
  const Icon = isSilent ? VolumeX : level < 0.5 ? Volume1 : Volume2;
  const name = isSilent ? t('chat.unmute') : t('chat.mute');
  const percent = isSilent ? 0 : Math.round(level * 100);
  return (
    <div className={`stream-sound ${needsUnmute ? 'stream-blink' : ''}`}>
      <button
        type="button"
        onClick={() => setMuted(!isSilent)}
        aria-label={name}
        className={`stream-control ${needsUnmute ? '' : 'tip'}`}
      >
        <Icon aria-hidden className="size-5" />
        {needsUnmute && <span>{name}</span>}
      </button>
      {/* Hidden for touch: devices have volume buttons, and iPhones let no page change the volume. */}
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={percent}
        onChange={({ currentTarget }) => setVolume(currentTarget.valueAsNumber / 100)}
        aria-label={t('player.volume')}
        aria-valuetext={`${percent}%`}
        className="mr-4 h-6 w-24 cursor-pointer accent-white max-lg:hidden [@media(hover:none)]:hidden"
      />
    </div>
  );
}

function PopOut() {
  const t = useT();
  const screen = useLive($screen);
  const isOut = useLive($isPoppedOut);
  useEffect(() => (screen ? watchPopOut(screen) : undefined), [screen]);
  if (!canPopOut(screen)) return null;
  return (
    <button
      type="button"
      onClick={() => void togglePopOut(screen)}
      aria-label={isOut ? t('player.popIn') : t('player.popOut')}
      className="stream-control stream-round tip"
    >
      <PictureInPicture2 aria-hidden className="size-5" />
    </button>
  );
}

function Fullscreen() {
  const t = useT();
  const screen = useLive($screen);
  const isFull = useLive($isFullscreen);
  if (fullscreenOf(screen) === null) return null;
  const Icon = isFull ? Minimize : Maximize;
  return (
    <button
      type="button"
      onClick={() => void toggleFullscreen(screen)}
      aria-label={isFull ? t('player.smallScreen') : t('player.fullScreen')}
      className="stream-control stream-round tip"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
