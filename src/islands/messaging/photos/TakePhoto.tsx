import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import {
  createPhotoCamera,
  drawPhoto,
  middleOf,
  SNAPSHOT,
  UPRIGHT_SNAPSHOT,
} from '#lib/messaging/photos/camera.ts';
import { OwnPicture } from '../../chat/cam-back/OwnPicture.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { useObjectUrl } from './pick-photo.ts';

interface TakeProps {
  onSend: (photo: Blob) => void;
  onBack: () => void;
}

/** The own camera, on only while its live picture is shown: off while a photo is reviewed, and after leaving. */
export function TakePhoto({ onSend, onBack }: TakeProps) {
  const t = useT();
  const [{ $photoCamera, openPhotoCamera, close }] = useState(createPhotoCamera);
  const { stream, trouble } = useStore($photoCamera);
  const [photo, setPhoto] = useState<Blob | null>(null);
  const [size] = useState(() =>
    matchMedia('(orientation: portrait)').matches ? UPRIGHT_SNAPSHOT : SNAPSHOT,
  );
  const video = useRef<HTMLVideoElement>(null);
  const address = useObjectUrl(photo);
  useEffect(() => {
    if (!photo) void openPhotoCamera(size);
    return close;
  }, [photo, size, openPhotoCamera, close]);
  const take = async () => {
    const { current } = video;
    // The camera has not delivered a frame yet.
    if (!current?.videoWidth) return;
    const seen = { width: current.videoWidth, height: current.videoHeight };
    setPhoto(await drawPhoto(current, middleOf(seen, size), size));
  };
  return (
    <div className="mt-4 grid gap-3">
      <div className="photo-frame" data-upright={size === UPRIGHT_SNAPSHOT || undefined}>
        {address ? (
          <img src={address} alt={t('photos.taken')} {...size} className="size-full object-contain" />
        ) : (
          <OwnPicture ref={video} stream={stream} label={t('photos.camera')} className="size-full" />
        )}
        {!photo && !stream && !trouble && (
          <p role="status" className="absolute p-4 text-white">
            {t('photos.asking')}
          </p>
        )}
      </div>
      {trouble && <Notice>{t(`photos.trouble.${trouble}`)}</Notice>}
      {photo ? (
        <>
          <Button onClick={() => onSend(photo)} className="min-h-12 text-base">
            {t('photos.send')}
          </Button>
          <Button look="quiet" onClick={() => setPhoto(null)} className="min-h-12 text-base">
            {t('photos.retake')}
          </Button>
        </>
      ) : (
        <Button
          disabled={!stream && !trouble}
          onClick={() => void (trouble ? openPhotoCamera(size) : take())}
          className="min-h-12 text-base"
        >
          {trouble ? t('messenger.retry') : t('photos.shoot')}
        </Button>
      )}
      <Button look="quiet" onClick={onBack} className="min-h-12 text-base">
        {t('photos.back')}
      </Button>
    </div>
  );
}
