import { useEffect, useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { type PhotoRefusal, refuseUndecoded } from '#contract/messaging/photo-calls.ts';
import { type Area, drawPhoto, sizeOf } from '#lib/messaging/photos/camera.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { useObjectUrl } from './pick-photo.ts';

const ZOOM = { from: 1, to: 4, step: 0.1 } as const;
/** px by which an arrow key moves the picture. */
const KEY_STEP = 10;

interface CropProps {
  file: File;
  onSend: (photo: Blob) => void;
  onBack: () => void;
  /** The browser can't decode it, whatever its type says. */
  onBroken: (refusal: PhotoRefusal) => void;
}

/** Selects the part of a picture to send: by dragging or the arrow keys; zoom by the slider, or + and −. */
export function CropPhoto({ file, onSend, onBack, onBroken }: CropProps) {
  const t = useT();
  const id = useId();
  const address = useObjectUrl(file);
  const picture = usePicture(file, onBroken);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState<number>(ZOOM.from);
  const [isSquare, setSquare] = useState(false);
  const [area, setArea] = useState<Area | null>(null);
  const send = async () => {
    if (picture && area) onSend(await drawPhoto(picture, area, sizeOf(area)));
  };
  const shapes = [
    { square: false, text: t('photos.whole') },
    { square: true, text: t('photos.square') },
  ];
  return (
    <div className="mt-4 grid gap-3">
      <div className="photo-frame">
        {address && picture && (
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            minZoom={ZOOM.from}
            maxZoom={ZOOM.to}
            aspect={isSquare ? 1 : picture.width / picture.height}
            keyboardStep={KEY_STEP}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ alt: t('photos.chosen') }}
            cropperProps={{ role: 'application', 'aria-label': t('photos.crop') }}
            // The content policy blocks its injected style element; the file is imported above.
            disableAutomaticStylesInjection
          />
        )}
      </div>
      <fieldset className="flex flex-wrap gap-4 text-sm">
        <legend className="sr-only">{t('photos.shape')}</legend>
        {shapes.map(({ square, text }) => (
          <label key={text} className="flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name={`${id}-shape`}
              checked={isSquare === square}
              onChange={() => setSquare(square)}
            />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
      <label htmlFor={`${id}-zoom`} className="flex min-h-8 items-center gap-3 text-sm">
        <span>{t('photos.zoom')}</span>
        <input
          id={`${id}-zoom`}
          type="range"
          min={ZOOM.from}
          max={ZOOM.to}
          step={ZOOM.step}
          value={zoom}
          onChange={({ currentTarget }) => setZoom(currentTarget.valueAsNumber)}
          className="min-w-0 flex-1 accent-(--brand-accent)"
        />
      </label>
      <Button disabled={!picture || !area} onClick={() => void send()} className="min-h-12 text-base">
        {t('photos.send')}
      </Button>
      <Button look="quiet" onClick={onBack} className="min-h-12 text-base">
        {t('photos.other')}
      </Button>
    </div>
  );
}

/** The decoded picture in its intended orientation (EXIF); null until decoded. */
function usePicture(file: File, onBroken: CropProps['onBroken']): ImageBitmap | null {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what to do if it is broken changes with every render
  useEffect(() => {
    let made: ImageBitmap | null = null;
    let isHere = true;
    createImageBitmap(file).then(
      (bitmap) => {
        made = bitmap;
        if (isHere) setPicture(bitmap);
        else bitmap.close();
      },
      async () => {
        const head = await file.slice(0, 4).arrayBuffer();
        if (isHere) onBroken(refuseUndecoded(new Uint8Array(head)));
      },
    );
    return () => {
      isHere = false;
      setPicture(null);
      made?.close();
    };
  }, [file]);
  return picture;
}
