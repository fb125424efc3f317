import { useStore } from '@nanostores/react';
import { onlineStatus } from '#contract/performers/status.ts';
import { Button } from '../ui/controls/Button.tsx';
import { useT } from '../ui/controls/Messages.tsx';
import type { Elements } from '../ui/props.ts';
import { Controls } from './Controls.tsx';
import { OwnPicture, Returned } from './OwnPicture.tsx';
import { Check, GoLive, OnAir, Open, Taken } from './Steps.tsx';
import { useStudio } from './studio-page.ts';
import { Troubles } from './Troubles.tsx';

/**
 * The performer's picture, and the next steps: open, check, rehearse, go live, end. What an encoder or another window
 * sends can go live and end from here, too. `beside`: shown next to the picture.
 */
export function Stage({ beside }: { beside?: Elements }) {
  const { room, broadcast } = useStudio();
  const { state, countdown } = useStore(broadcast.$broadcast);
  const { state: devices, camera } = useStore(broadcast.devices.$devices);
  const { status } = useStore(room.$room);
  const isSending = state === 'sending';
  const isReceived = useStore(room.$audience)?.receiving ?? false;
  const isOpen = devices === 'open';
  const isTaken = state === 'taken';
  const isReturned = isReceived && !isTaken && (isSending || !isOpen);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start gap-4 empty:hidden">
        {(isReturned || (isOpen && !isTaken)) && (
          <div className="relative aspect-video max-h-[60dvh] min-w-0 flex-[3_1_20rem] overflow-hidden rounded-xl bg-black">
            {isReturned ? <Returned /> : <OwnPicture camera={camera} />}
            {isReturned && isSending && (
              <div className="absolute top-2 left-2 w-1/4 overflow-hidden rounded-lg border border-white/40">
                <OwnPicture camera={camera} />
              </div>
            )}
            {countdown !== null && <Countdown left={countdown} />}
          </div>
        )}
        {beside}
      </div>
      <Troubles />
      {isTaken ? <Taken /> : isSending ? null : isOpen ? <Check /> : <Open />}
      {(isSending || (isReceived && !isTaken)) && (status === onlineStatus.offline ? <GoLive /> : <OnAir />)}
      {isSending && <Controls />}
    </div>
  );
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
