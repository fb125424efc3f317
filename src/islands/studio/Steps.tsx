import { useStore } from '@nanostores/react';
import { onlineStatus } from '#contract/performers/status.ts';
import { isFree, isPaused } from '#contract/start/looks.ts';
import { Button } from '../ui/controls/Button.tsx';
import type { Elements } from '../ui/controls/Messages.tsx';
import { useT } from '../ui/controls/Messages.tsx';
import { Devices, Level, SoundTest } from './DeviceCheck.tsx';
import { Sent } from './Sending.tsx';
import { card, useStudio } from './studio-page.ts';

interface StepProps {
  title: string;
  text?: string;
  children: Elements;
}

function Step({ title, text, children }: StepProps) {
  return (
    <section aria-label={title} className={card}>
      <div>
        <h2 className="font-bold text-lg">{title}</h2>
        {text && <p className="mt-1 text-ink-soft text-sm">{text}</p>}
      </div>
      {children}
    </section>
  );
}

export function Open() {
  const t = useT();
  const { room, broadcast } = useStudio();
  const { state } = useStore(broadcast.devices.$devices);
  const { status } = useStore(room.$room);
  const audience = useStore(room.$audience);
  // Live without a picture, for example after the page was loaded again.
  const isInterrupted = status !== onlineStatus.offline && audience?.receiving === false;
  const open = async () => {
    await broadcast.devices.open();
    if (isInterrupted && broadcast.devices.$devices.get().camera) await broadcast.startBroadcast();
  };
  return (
    <Step
      title={t('studio.live.open.title')}
      text={t(
        isInterrupted
          ? 'studio.live.open.resumeText'
          : audience?.receiving
            ? 'studio.live.rehearsal.other'
            : 'studio.live.open.text',
      )}
    >
      <div className="flex flex-wrap gap-3">
        <Button busy={state === 'opening'} onClick={() => void open()} className="min-h-11">
          {t(isInterrupted ? 'studio.live.open.resume' : 'studio.live.open.submit')}
        </Button>
        {isInterrupted && (
          <Button look="quiet" onClick={() => void room.closeRoom()} className="min-h-11">
            {t('studio.live.on.end')}
          </Button>
        )}
      </div>
    </Step>
  );
}

export function Check() {
  const t = useT();
  const { room, broadcast } = useStudio();
  const isElsewhere = useStore(room.$audience)?.receiving ?? false;
  const { camera } = useStore(broadcast.devices.$devices);
  return (
    <>
      <Step
        title={t('studio.live.rehearsal.title')}
        text={t(isElsewhere ? 'studio.live.rehearsal.other' : 'studio.live.rehearsal.text')}
      >
        <div className="flex flex-wrap gap-3">
          <Button
            disabled={!camera}
            onClick={() => void (camera && broadcast.startBroadcast())}
            className="min-h-11"
          >
            {t(isElsewhere ? 'studio.live.rehearsal.takeOver' : 'studio.live.rehearsal.submit')}
          </Button>
          <Button look="quiet" onClick={broadcast.devices.close} className="min-h-11">
            {t('studio.live.device.close')}
          </Button>
        </div>
      </Step>
      <section aria-label={t('studio.live.device.title')} className={card}>
        <h2 className="font-bold text-lg">{t('studio.live.device.title')}</h2>
        <Devices />
        <Level />
        <SoundTest />
      </section>
    </>
  );
}

/** Rehearsing: the media server gets the picture, nobody else does. */
export function GoLive() {
  const t = useT();
  const { room, broadcast } = useStudio();
  const { state, countdown } = useStore(broadcast.$broadcast);
  const receiving = useStore(room.$audience)?.receiving ?? false;
  const isWaiting = countdown !== null || !receiving;
  return (
    <Step title={t('studio.live.go.title')} text={t('studio.live.go.text')}>
      <Sent />
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={isWaiting}
          onClick={() => !isWaiting && broadcast.goLive(onlineStatus.online)}
          className="min-h-11"
        >
          {t('studio.live.go.paid')}
        </Button>
        <Button
          disabled={isWaiting}
          onClick={() => !isWaiting && broadcast.goLive(onlineStatus.free)}
          className="min-h-11"
        >
          {t('studio.live.go.free')}
        </Button>
        {state === 'sending' && (
          <Button look="quiet" onClick={() => void broadcast.end()} className="min-h-11">
            {t('studio.live.rehearsal.stop')}
          </Button>
        )}
      </div>
    </Step>
  );
}

export function OnAir() {
  const t = useT();
  const { room, broadcast } = useStudio();
  const { status, show } = useStore(room.$room);
  const choices = [
    ['paid', onlineStatus.online, !isFree(status) && !isPaused(status)],
    ['free', onlineStatus.free, isFree(status)],
    ['pause', onlineStatus.paused, isPaused(status)],
  ] as const;
  return (
    <Step title={t('studio.live.on.title')}>
      {!show && (
        // biome-ignore lint/a11y/useSemanticElements: buttons, not fields of a form
        <div role="group" aria-label={t('studio.live.on.label')} className="flex flex-wrap gap-2">
          {choices.map(([key, wanted, isChosen]) => (
            <Button
              key={key}
              look={isChosen ? 'primary' : 'quiet'}
              aria-pressed={isChosen}
              onClick={() => void (isChosen || room.setStatus(wanted))}
              className="min-h-11"
            >
              {t(`studio.live.on.${key}`)}
            </Button>
          ))}
        </div>
      )}
      <Sent />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="quiet" onClick={() => void broadcast.end()} className="min-h-11 text-danger">
          {t('studio.live.on.end')}
        </Button>
        <p className="text-ink-soft text-sm">{t('studio.live.on.endText')}</p>
      </div>
    </Step>
  );
}

export function Taken() {
  const t = useT();
  const { broadcast } = useStudio();
  return (
    <Step title={t('studio.live.taken.title')} text={t('studio.live.taken.text')}>
      <Button onClick={() => void broadcast.startBroadcast()} className="min-h-11 justify-self-start">
        {t('studio.live.rehearsal.takeOver')}
      </Button>
    </Step>
  );
}
