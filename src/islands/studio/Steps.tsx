import { useStore } from '@nanostores/react';
import type { PublishTrouble } from '@vonk/media/publisher';
import { lazy, useState } from 'react';
import { onlineStatus } from '#contract/performers/status.ts';
import { isFree, isPaused } from '#contract/start/looks.ts';
import { onAirKey } from '#lib/studio/live/live-state.ts';
import { Late } from '../ui/controls/Boundary.tsx';
import { Button } from '../ui/controls/Button.tsx';
import type { Elements } from '../ui/controls/Messages.tsx';
import { useT } from '../ui/controls/Messages.tsx';
import { Notice } from '../ui/form/Notice.tsx';
import { Devices, Level, SoundTest } from './devices/DeviceCheck.tsx';
import { Sent } from './devices/Sending.tsx';
import { card, useLive, useStudio } from './studio-page.ts';

const AwayForm = lazy(() => import('./late/AwayForm.tsx').then((m) => ({ default: m.AwayForm })));

interface StepProps {
  title: string;
  text?: string;
  children?: Elements;
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

/** Before the first step: the devices are closed. */
export function Open() {
  const t = useT();
  const { room, broadcast } = useStudio();
  const { state } = useStore(broadcast.devices.$devices);
  const isElsewhere = useStore(room.$audience)?.receiving ?? false;
  return (
    <Step
      title={t('studio.live.open.title')}
      text={t(isElsewhere ? 'studio.live.rehearsal.other' : 'studio.live.open.text')}
    >
      <div>
        <Button busy={state === 'opening'} onClick={() => void broadcast.devices.open()} className="min-h-11">
          {t('studio.live.open.submit')}
        </Button>
      </div>
    </Step>
  );
}

/** Live without a picture, for example after the page was loaded again. */
export function Resume() {
  const t = useT();
  const { broadcast } = useStudio();
  const { $devices, open } = broadcast.devices;
  const { state } = useStore($devices);
  const resume = async () => {
    if ($devices.get().state !== 'open') await open();
    if ($devices.get().camera) await broadcast.startBroadcast();
  };
  return (
    <Step title={t('studio.live.returning.title')} text={t('studio.live.open.resumeText')}>
      <div className="flex flex-wrap gap-3">
        <Button busy={state === 'opening'} onClick={() => void resume()} className="min-h-11">
          {t('studio.live.open.resume')}
        </Button>
        <End />
      </div>
    </Step>
  );
}

function End() {
  const t = useT();
  const { broadcast } = useStudio();
  return (
    <Button look="quiet" onClick={() => void broadcast.end()} className="min-h-11 text-danger">
      {t('studio.live.on.end')}
    </Button>
  );
}

/** How the connection of this page is, while it sends nothing yet. */
function Connecting() {
  const t = useT();
  const { broadcast } = useStudio();
  const { phase, trouble } = useStore(broadcast.$sending) ?? {};
  if (phase !== 'connecting' && phase !== 'reconnecting') return null;
  return (
    <p role="status" className="rounded-lg bg-sunken px-3.5 py-3 font-medium text-sm">
      <span className="mr-2">{t(`studio.live.phase.${phase}`)}</span>
      {trouble && <span>{t(troubleKey(trouble))}</span>}
    </p>
  );
}

const troubleKey = (trouble: PublishTrouble) =>
  `studio.live.trouble.${trouble.replace('publish.', '') as 'unreachable'}` as const;

/** Live without a picture, which comes back by itself. `isHeld`: as soon as the server answers. */
export function Returning({ isHeld }: { isHeld: boolean }) {
  const t = useT();
  return (
    <Step
      title={t(isHeld ? 'studio.live.hold.title' : 'studio.live.returning.title')}
      text={t(isHeld ? 'studio.live.hold.text' : 'studio.live.returning.text')}
    >
      <Connecting />
      <div>
        <End />
      </div>
    </Step>
  );
}

/** This page has given up, and says why. */
export function Failed() {
  const t = useT();
  const { broadcast } = useStudio();
  const trouble = useStore(broadcast.$sending)?.trouble;
  return (
    <Step title={t('studio.live.phase.failed')}>
      {trouble && <Notice>{t(troubleKey(trouble))}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button onClick={broadcast.retry} className="min-h-11">
          {t('studio.live.phase.retry')}
        </Button>
        <End />
      </div>
    </Step>
  );
}

export function Stopping() {
  const t = useT();
  return <Step title={t('studio.live.stopping.title')} text={t('studio.live.stopping.text')} />;
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
      <Connecting />
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
  const { room } = useStudio();
  const { status: known, show } = useStore(room.$room);
  const { name } = useLive();
  const status = useStore(room.$audience)?.onlineStatus ?? known;
  const choices = [
    ['paid', onlineStatus.online, !isFree(status) && !isPaused(status)],
    ['free', onlineStatus.free, isFree(status)],
    ['pause', onlineStatus.paused, isPaused(status)],
  ] as const;
  return (
    <Step title={t(onAirKey(name))}>
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
      {!show && <PauseText />}
      <Sent />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <End />
        <p className="text-ink-soft text-sm">{t('studio.live.on.endText')}</p>
      </div>
    </Step>
  );
}

/** What viewers see in pause; its form is loaded when it is opened. */
function PauseText() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="text-sm">
      <summary className="min-h-6 cursor-pointer py-1 font-semibold">{t('studio.live.away.title')}</summary>
      {isOpen && (
        <Late>
          <AwayForm />
        </Late>
      )}
    </details>
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
