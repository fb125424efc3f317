import { Video, X } from 'lucide-react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { pageCamera } from '#lib/chat/cam-back/cam-back.ts';
import { $modal } from '#lib/shell/modal.ts';
import { $pinnedPlace } from '#lib/shell/pinned.ts';
import type { Elements } from '../../ui/elements.ts';
import { useT } from '../../ui/Messages.tsx';
import { keepFocus } from '../room/keep-focus.ts';
import { useLive } from '../session/use-live.ts';
import { OwnPicture } from './OwnPicture.tsx';

const { $camBack, $camera, releaseCamera, stopCamera } = pageCamera;

/**
 * Says that the camera is on, wherever the member looks: on the page, and inside the dialog or drawer that covers it. It
 * goes when the camera is off, and takes the camera with it when the chat goes.
 */
export function CamBackSign({ name }: { name: string }) {
  const t = useT();
  const { status, trouble, isReconnecting } = useLive($camBack);
  const place = useLive($pinnedPlace);
  useEffect(() => releaseCamera, []);
  const isOn = status === 'loading' || status === 'started';
  const words = isReconnecting
    ? t('camBack.reconnecting', { name })
    : status === 'started'
      ? t('camBack.on', { name })
      : t('camBack.loading');
  return (
    <>
      <p role="status" className="sr-only">
        {isOn ? words : ''}
      </p>
      {isOn && <Sign words={words}>{!place && <Self />}</Sign>}
      {isOn && place && createPortal(<Pinned words={words} />, place)}
      {!isOn && trouble && <Trouble>{t(`camBack.trouble.${trouble}`, { name })}</Trouble>}
    </>
  );
}

function StopButton() {
  const t = useT();
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => {
        keepFocus(currentTarget);
        void stopCamera();
      }}
      className="stream-stop"
    >
      {t('camBack.off')}
    </button>
  );
}

function Sign({ words, children }: { words: string; children: Elements }) {
  return (
    <section aria-label={words} tabIndex={-1} className="cam-back-sign">
      {children}
      <p aria-hidden className="flex min-w-0 items-center gap-2">
        <span className="cam-back-light" />
        <span>{words}</span>
      </p>
      <StopButton />
    </section>
  );
}

function Self() {
  const t = useT();
  const camera = useLive($camera);
  return <OwnPicture stream={camera} label={t('camBack.self')} className="cam-back-self" />;
}

/** As the meter is: where the keyboard gets too. */
function Pinned({ words }: { words: string }) {
  return (
    <div className="pinned-meter">
      <p className="flex min-w-0 items-center gap-2">
        <span className="cam-back-light" />
        <span>{words}</span>
      </p>
      <StopButton />
    </div>
  );
}

/** Of a camera that did not stay on; while the dialog is open it says so itself. */
function Trouble({ children }: { children: string }) {
  const t = useT();
  const isAsked = useLive($modal)?.type === 'CamBack';
  if (isAsked) return null;
  return (
    <section aria-label={t('camBack.title')} tabIndex={-1} className="cam-back-sign">
      <p role="alert" className="flex min-w-0 items-center gap-2">
        <Video aria-hidden className="size-5 shrink-0" />
        <span>{children}</span>
      </p>
      <button
        type="button"
        aria-label={t('ui.close')}
        onClick={({ currentTarget }) => {
          keepFocus(currentTarget);
          $camBack.setKey('trouble', null);
        }}
        className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-white/20"
      >
        <X aria-hidden className="size-4" />
      </button>
    </section>
  );
}
