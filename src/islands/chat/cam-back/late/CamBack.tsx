import { Camera, CameraOff, Video, X } from 'lucide-react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { pageCamera } from '#lib/chat/cam-back/cam-back.ts';
import { $pinnedPlace, opens } from '#lib/shell/open-dialogs.ts';
import { $modal, openModal } from '#lib/shell/start/dialogs.ts';
import { keepFocus, useLive } from '../../../ui/controls/hooks.ts';
import { type Elements, useT } from '../../../ui/controls/Messages.tsx';
import { PinnedRow } from '../../PinnedRow.tsx';
import { OwnPicture } from '../OwnPicture.tsx';

const { $camBack, $camera, $isSilent, releaseCamera, stopCamera } = pageCamera;

/** Placed beside the other controls of the picture. */
export function CamBackButton({ name }: { name: string }) {
  const t = useT();
  const { status } = useLive($camBack);
  const isOn = status === 'loading' || status === 'started';
  const Icon = isOn ? CameraOff : Camera;
  return (
    <button
      type="button"
      {...opens('CamBack')}
      onClick={() => (isOn ? void stopCamera() : openModal({ type: 'CamBack', name }))}
      className="stream-control stream-round"
    >
      <Icon aria-hidden className="size-5" />
      <span className="sr-only">{isOn ? t('camBack.stop') : t('camBack.show', { name })}</span>
    </button>
  );
}

/**
 * Shows that the camera is on, on the page and inside a dialog or drawer that covers it. Hidden while the camera is
 * off; stops the camera when the chat is unmounted.
 */
export function CamBackSign({ name }: { name: string }) {
  const t = useT();
  const { status, trouble, isReconnecting } = useLive($camBack);
  const isSilent = useLive($isSilent);
  const place = useLive($pinnedPlace);
  useEffect(() => releaseCamera, []);
  const isOn = status === 'loading' || status === 'started';
  const words = isReconnecting
    ? t('camBack.reconnecting', { name })
    : status === 'started'
      ? t(isSilent ? 'camBack.onSilent' : 'camBack.on', { name })
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

const light = 'size-2.5 flex-none rounded-[50%] bg-[#ff5a4e]';

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
      <p aria-hidden className="flex min-w-0 flex-1 items-center gap-2">
        <span className={light} />
        <span>{words}</span>
      </p>
      <StopButton />
    </section>
  );
}

function Self() {
  const t = useT();
  const camera = useLive($camera);
  // Takes no space before the first frame.
  return (
    <OwnPicture
      stream={camera}
      label={t('camBack.self')}
      className="h-12 w-16 flex-none rounded-[0.5rem] not-data-shown:absolute not-data-shown:opacity-0"
    />
  );
}

/** Pinned like the meter, where the keyboard can reach it. */
function Pinned({ words }: { words: string }) {
  return (
    <PinnedRow>
      <p className="flex min-h-9 min-w-0 content-center items-center gap-2">
        <span className={light} />
        <span>{words}</span>
      </p>
      <StopButton />
    </PinnedRow>
  );
}

/** Why the camera did not stay on; hidden while the dialog is open, which shows it itself. */
function Trouble({ children }: { children: string }) {
  const t = useT();
  const isAsked = useLive($modal)?.type === 'CamBack';
  if (isAsked) return null;
  return (
    <section aria-label={t('camBack.title')} tabIndex={-1} className="cam-back-sign">
      <p role="alert" className="flex min-w-0 flex-1 items-center gap-2">
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
