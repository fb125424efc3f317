import { useStore } from '@nanostores/react';
import type { PhotoSending } from '#lib/messaging/photos/send-photo.ts';
import { type RefusalTexts, textFor } from '#lib/shell/refusal-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { useT } from '../../ui/Messages.tsx';
import { useObjectUrl } from './use-object-url.ts';

const ownTexts: RefusalTexts = {
  'badRequest.tooMany': 'photos.tooMany',
  UNAVAILABLE: 'photos.failed',
};

interface SendingProps {
  photo: Blob;
  $upload: PhotoSending['$photoUpload'];
  onAgain: () => void;
  onCancel: () => void;
}

/** Upload progress, or why it failed. */
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
          {t(textFor(upload.label, ownTexts, 'photos.failed'))}
        </p>
      ) : (
        <p className="flex items-center gap-3 text-sm">
          <progress
            max={100}
            value={percent}
            aria-label={t('photos.uploading')}
            className="h-2 min-w-0 flex-1 accent-(--brand-accent)"
          />
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
