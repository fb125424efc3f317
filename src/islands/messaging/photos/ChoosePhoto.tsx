import { Camera, CameraOff, ImageOff, ImageUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { PhotoRefusal } from '#contract/messaging/photo-calls.ts';
import { hasCamera } from '#lib/messaging/photos/camera.ts';
import { textFor } from '#lib/shell/texts/refusal-texts.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { fileTarget, PHOTO_FILES } from './pick-photo.ts';

interface ChooseProps {
  refusal: PhotoRefusal | null;
  onFile: (file: File) => void;
  onCamera: () => void;
}

/** An error of a picture is shown in place of the picture (platform spec 8). */
export function ChoosePhoto({ refusal, onFile, onCamera }: ChooseProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const isCamera = useHasCamera();
  return (
    <div {...fileTarget(onFile)} className="mt-4 grid gap-3">
      <div className="photo-frame photo-drop">
        {refusal ? (
          <p role="alert" className="font-medium text-danger">
            <ImageOff aria-hidden className="mx-auto mb-2 size-8" />
            <span>{t(textFor(refusal))}</span>
          </p>
        ) : (
          <p className="text-ink-soft">
            <ImageUp aria-hidden className="mx-auto mb-2 size-8" />
            <span>{t('photos.drop')}</span>
          </p>
        )}
      </div>
      <Button onClick={() => input.current?.click()} className="min-h-12 text-base">
        <ImageUp aria-hidden className="size-5" />
        <span>{t('photos.upload')}</span>
      </Button>
      <input
        ref={input}
        type="file"
        accept={PHOTO_FILES}
        hidden
        data-photo-input
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Button look="quiet" disabled={!isCamera} onClick={onCamera} className="min-h-12 text-base">
        {isCamera === false ? (
          <CameraOff aria-hidden className="size-5" />
        ) : (
          <Camera aria-hidden className="size-5" />
        )}
        <span>{t('photos.take')}</span>
      </Button>
      <p role="status" className="text-ink-soft text-sm">
        {isCamera === false && t('photos.noCamera')}
      </p>
    </div>
  );
}

/** Null until known; a camera may be plugged in later. */
function useHasCamera(): boolean | null {
  const [is, set] = useState<boolean | null>(null);
  useEffect(() => {
    let isHere = true;
    const look = () => void hasCamera().then((found) => isHere && set(found));
    look();
    const { mediaDevices } = navigator as Partial<Navigator>;
    mediaDevices?.addEventListener('devicechange', look);
    return () => {
      isHere = false;
      mediaDevices?.removeEventListener('devicechange', look);
    };
  }, []);
  return is;
}
