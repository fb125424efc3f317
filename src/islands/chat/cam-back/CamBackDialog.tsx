import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { pageCamera } from '#lib/chat/cam-back/cam-back.ts';
import { $chat } from '#lib/chat/store.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { deviceOptions, Select } from '../../ui/form/Select.tsx';
import type { ModalContentProps } from '../../ui/use-overlay.ts';
import { OwnPicture } from './OwnPicture.tsx';

const { $camBack, $camera, $choice, $devices, $restEnds, ...actions } = pageCamera;
const { chooseDevice, closePreview, isCameraOn, openPreview, startCamera } = actions;

/** Permission, devices and preview; nothing leaves the browser before Start. */
export function CamBackDialog({ modal: { name }, close }: ModalContentProps<'CamBack'>) {
  const t = useT();
  const { status, trouble } = useStore($camBack);
  const camera = useStore($camera);
  const video = useRef<HTMLVideoElement>(null);
  const seconds = useRest();
  const isOver = useStore($chat).status !== 'watching' || status === 'started';
  const isBusy = status === 'loading' || status === 'stopping';
  const preview = () => void openPreview(video.current).catch(() => {});
  useEffect(() => {
    if (!isCameraOn()) openPreview(video.current).catch(() => {});
    return () => {
      if (!isCameraOn()) closePreview();
    };
  }, []);
  useEffect(() => {
    if (isOver) close();
  }, [isOver, close]);
  return (
    <>
      <DialogTitle>{t('camBack.title')}</DialogTitle>
      <DialogText>{t('camBack.text', { name })}</DialogText>
      <div className="relative mx-auto mt-4 aspect-[4/3] max-h-[38svh] overflow-hidden rounded-[0.75rem] bg-[rgb(70_70_70)] text-white">
        <OwnPicture ref={video} stream={camera} label={t('camBack.preview')} className="size-full" />
        {!camera && !trouble && (
          <p role="status" className="absolute inset-0 grid place-items-center p-4 text-center">
            {t('camBack.asking')}
          </p>
        )}
      </div>
      <div className="mt-4 grid gap-3">
        <Cameras />
        <Microphones />
        {trouble && <Notice>{t(`camBack.trouble.${trouble}`, { name })}</Notice>}
        {seconds > 0 && <p className="text-ink-soft text-sm">{t('camBack.rest', { count: seconds })}</p>}
        {camera || !trouble ? (
          <Button
            onClick={startCamera}
            busy={isBusy}
            disabled={!camera || seconds > 0}
            className="min-h-12 text-base"
          >
            {t('camBack.start')}
          </Button>
        ) : (
          <Button onClick={preview} className="min-h-12 text-base">
            {t('camBack.again')}
          </Button>
        )}
        {camera && trouble === 'noMicrophone' && (
          <Button look="quiet" onClick={preview} className="min-h-12 text-base">
            {t('camBack.again')}
          </Button>
        )}
      </div>
    </>
  );
}

/** Whole seconds until the camera may be started again. */
function useRest(): number {
  const ends = useStore($restEnds);
  const [now, setNow] = useState(steadyNow);
  const left = Math.max(0, Math.ceil((ends - now) / 1000));
  useEffect(() => {
    setNow(steadyNow());
    if (ends <= steadyNow()) return;
    const timer = setInterval(() => {
      setNow(steadyNow());
      if (ends <= steadyNow()) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [ends]);
  return left;
}

function Cameras() {
  const t = useT();
  const { cameras } = useStore($devices);
  const { camera } = useStore($choice);
  return (
    <Select
      label={t('camBack.camera')}
      value={camera ?? ''}
      options={deviceOptions(cameras, t('camBack.camera'), t('camBack.default'))}
      onChoose={(id) => chooseDevice({ camera: id || null })}
    />
  );
}

function Microphones() {
  const t = useT();
  const { microphones } = useStore($devices);
  const { microphone } = useStore($choice);
  return (
    <Select
      label={t('camBack.microphone')}
      value={microphone ?? ''}
      options={[
        ...deviceOptions(microphones, t('camBack.microphone'), t('camBack.default')),
        { id: 'none', name: t('camBack.silent') },
      ]}
      onChoose={(id) => chooseDevice({ microphone: id || null })}
    />
  );
}
