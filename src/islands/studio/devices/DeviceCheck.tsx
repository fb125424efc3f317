import { useStore } from '@nanostores/react';
import { type BroadcastPicture, broadcastPictures } from '@vonk/media/devices';
import { createLevelMeter } from '@vonk/media/publisher';
import { useEffect, useRef, useState } from 'react';
import { log } from '#lib/shell/log.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { deviceOptions, Select } from '../../ui/form/Select.tsx';
import { useStudio } from '../studio-page.ts';

/** Choice of camera and microphone, also while sending. */
export function Devices() {
  const t = useT();
  const { broadcast } = useStudio();
  const { list, camera, microphone, music, picture } = useStore(broadcast.devices.$devices);
  const { state, codec } = useStore(broadcast.$broadcast);
  const own = t('studio.live.device.own');
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select
        label={t('studio.live.device.camera')}
        value={idOf(camera)}
        options={deviceOptions(list.cameras, t('studio.live.device.camera'), own)}
        onChoose={(id) => broadcast.devices.chooseCamera(id || null)}
      />
      <Select
        label={t('studio.live.device.microphone')}
        value={idOf(microphone)}
        options={deviceOptions(list.microphones, t('studio.live.device.microphone'), own)}
        onChoose={(id) => broadcast.devices.chooseMicrophone(id || null)}
      />
      <Select
        label={t('studio.live.device.picture')}
        value={picture}
        options={pictures.map((id) => ({ id, name: t(`studio.live.device.pictures.${id}`, sizesOf(id)) }))}
        onChoose={(id) => broadcast.devices.setPicture(id as BroadcastPicture)}
      />
      <p className="text-ink-soft text-sm sm:col-span-2">{t('studio.live.device.pictureText')}</p>
      <label className="flex min-h-11 items-center gap-2.5 text-sm sm:col-span-2">
        <input
          type="checkbox"
          checked={music}
          onChange={({ currentTarget }) => void broadcast.setMusic(currentTarget.checked)}
          className="size-5 accent-accent"
        />
        <span>{t('studio.live.device.music')}</span>
      </label>
      <details className="text-sm sm:col-span-2">
        <summary className="cursor-pointer py-2">{t('studio.live.device.experts')}</summary>
        <label className="flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            checked={codec === 'h264'}
            disabled={state === 'sending'}
            onChange={({ currentTarget }) => broadcast.setCodec(currentTarget.checked ? 'h264' : 'vp8')}
            className="size-5 shrink-0 accent-accent"
          />
          <span>{t('studio.live.device.h264')}</span>
        </label>
      </details>
    </div>
  );
}

const pictures = Object.keys(broadcastPictures) as BroadcastPicture[];

const sizesOf = (picture: BroadcastPicture) => {
  const { width, height, frameRate } = broadcastPictures[picture];
  return { width: String(width), height: String(height), fps: frameRate };
};

const idOf = (track: MediaStreamTrack | null): string => track?.getSettings().deviceId ?? '';

/** ms between two measurements. */
const LEVEL_MS = 100;
/** RMS that fills the meter: loud speech. */
const LOUD = 0.25;

/** Moves with the microphone, also while it is muted. */
export function Level() {
  const t = useT();
  const { broadcast } = useStudio();
  const { microphone } = useStore(broadcast.devices.$devices);
  const [level, setLevel] = useState(0);
  useEffect(() => {
    const meter = microphone && createLevelMeter(microphone);
    if (!meter) return;
    const timer = setInterval(() => setLevel(meter.level() ?? 0), LEVEL_MS);
    return () => {
      clearInterval(timer);
      meter.close();
    };
  }, [microphone]);
  const percent = Math.round(Math.min(1, level / LOUD) * 100);
  return (
    <div>
      <p className="mb-1.5 font-semibold text-sm">{t('studio.live.device.level')}</p>
      <meter
        min={0}
        max={100}
        value={percent}
        aria-label={t('studio.live.device.level')}
        className="h-3 w-full"
      />
    </div>
  );
}

const RECORD_MS = 3000;

/** Records three seconds of sound and plays them back; the recording never leaves the browser. */
export function SoundTest() {
  const t = useT();
  const { broadcast } = useStudio();
  const { microphone } = useStore(broadcast.devices.$devices);
  const [isRecording, setRecording] = useState(false);
  const [heard, setHeard] = useState<string | null>(null);
  const stop = useRef((): void => undefined);
  useEffect(() => () => stop.current(), []);
  useEffect(() => () => void (heard && URL.revokeObjectURL(heard)), [heard]);
  if (!microphone || typeof MediaRecorder !== 'function') return null;
  const record = () => {
    const parts: Blob[] = [];
    const recorder = new MediaRecorder(new MediaStream([microphone]));
    recorder.ondataavailable = ({ data }) => void parts.push(data);
    recorder.onstop = () => {
      setRecording(false);
      setHeard(URL.createObjectURL(new Blob(parts, { type: recorder.mimeType })));
    };
    recorder.onerror = (event) => log.info('The sound test failed', event);
    const timer = setTimeout(() => recorder.state === 'recording' && recorder.stop(), RECORD_MS);
    stop.current = () => {
      clearTimeout(timer);
      recorder.onstop = null;
      if (recorder.state === 'recording') recorder.stop();
    };
    setHeard(null);
    setRecording(true);
    recorder.start();
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="quiet" busy={isRecording} onClick={record}>
        {t(isRecording ? 'studio.live.device.recording' : 'studio.live.device.record')}
      </Button>
      {heard && (
        // biome-ignore lint/a11y/useMediaCaption: the performer's own voice, just recorded
        <audio
          src={heard}
          controls
          autoPlay
          aria-label={t('studio.live.device.heard')}
          className="h-11 max-w-full"
        />
      )}
    </div>
  );
}
