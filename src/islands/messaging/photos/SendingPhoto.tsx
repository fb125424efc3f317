import { useStore } from '@nanostores/react';
import type { ErrorLabel } from '#contract/errors.ts';
import type { PhotoSending } from '#lib/messaging/photos/send-photo.ts';
import type { MessageKey } from '#lib/site/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useT } from '../../ui/Messages.tsx';
import { useObjectUrl } from './use-object-url.ts';

const texts: Partial<Record<ErrorLabel, MessageKey>> = {
  'badRequest.image.notAllowed': 'photos.imageNotAllowed',
  'badRequest.image.damaged': 'photos.imageDamaged',
  'badRequest.image.tooBig': 'photos.imageTooBig',
  'badRequest.tooMany': 'photos.tooMany',
};

interface SendingProps {
  photo: Blob;
  $upload: PhotoSending['$photoUpload'];
  onAgain: () => void;
  onCancel: () => void;
}

/** How much of it has gone; why it has not. */
export function SendingPhoto({ photo, $upload, onAgain, onCancel }: SendingProps) {
  const t = useT();
  const upload = useStore($upload);
  const address = useObjectUrl(photo);
  const percent = upload.status === 'uploading' ? Math.round(upload.part * 100) : 0;
  const isFailed = upload.status === 'failed';
  return (
    <div className="mt-4 grid gap-3">
      <div className="photo-frame">
        {address && <img src={address} alt={t('photos.chosen')} className="size-full object-contain" />}
      </div>
      {isFailed ? (
        <p role="alert" className="font-medium text-danger">
          {t(texts[upload.label] ?? 'photos.failed')}
        </p>
      ) : (
        <p className="flex items-center gap-3 text-sm">
          <progress max={100} value={percent} aria-label={t('photos.uploading')} className="photo-progress" />
          <span className="w-10 text-right tabular-nums" translate="no">{`${percent} %`}</span>
        </p>
      )}
      {isFailed && (
        <Button onClick={onAgain} className="min-h-12 text-base">
          {t('messenger.retry')}
        </Button>
      )}
      <Button look="quiet" onClick={onCancel} className="min-h-12 text-base">
        {t('photos.cancel')}
      </Button>
    </div>
  );
}
