import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { pageCamera } from '#lib/chat/cam-back/cam-back.ts';
import type { Device } from '#lib/chat/cam-back/devices.ts';
import { $chat } from '#lib/chat/session/store.ts';
import { Button } from '../../ui/Button.tsx';
import type { ModalContentProps } from '../../ui/contents.ts';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import { useT } from '../../ui/Messages.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OwnPicture } from './OwnPicture.tsx';

const { $camBack, $camera, $choice, $devices, $restEnds, ...actions } = pageCamera;
const { chooseDevice, closePreview, isCameraOn, openPreview, startCamera } = actions;

/** Permission, devices and one's own picture; nothing leaves the browser before Start. */
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
      <div className="cam-back-preview">
        <OwnPicture ref={video} stream={camera} label={t('camBack.preview')} className="size-full" />
        {!camera && !trouble && <p role="status">{t('camBack.asking')}</p>}
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
      </div>
    </>
  );
}

/** Whole seconds until the camera may be started again. */
function useRest(): number {
  const ends = useStore($restEnds);
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((ends - now) / 1000));
  useEffect(() => {
    setNow(Date.now());
    if (ends <= Date.now()) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (ends <= Date.now()) clearInterval(timer);
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
      options={named(cameras, t('camBack.camera'), t('camBack.default'))}
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
        ...named(microphones, t('camBack.microphone'), t('camBack.default')),
        { id: 'none', name: t('camBack.silent') },
      ]}
      onChoose={(id) => chooseDevice({ microphone: id || null })}
    />
  );
}

/** Devices without a name are counted; the browser's own choice comes first. */
const named = (devices: readonly Device[], kind: string, own: string): Device[] => [
  { id: '', name: own },
  ...devices.map(({ id, name }, at) => ({ id, name: name || `${kind} ${at + 1}` })),
];

interface SelectProps {
  label: string;
  value: string;
  options: readonly Device[];
  onChoose: (id: string) => Promise<void>;
}

function Select({ label, value, options, onChoose }: SelectProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => void onChoose(currentTarget.value)}
        className="min-h-11 w-full rounded-lg border border-line-strong bg-page px-3 text-base text-ink"
      >
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}
