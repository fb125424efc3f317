import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type PhotoRefusal, refusePhoto } from '#contract/messaging/photo-calls.ts';
import { $party } from '#lib/messaging/party/party.ts';
import { createPhotoSending, type PhotoSending } from '#lib/messaging/photos/send-photo.ts';
import { type RefusalTexts, textFor } from '#lib/shell/texts/refusal-texts.ts';
import { openedWith } from '../../../lib/messaging/opened/open-conversations.ts';
import { Boundary } from '../../ui/controls/Boundary.tsx';
import { Button, Spinner } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import type { ModalContentProps } from '../../ui/use-overlay.ts';
import { ChoosePhoto } from './ChoosePhoto.tsx';
import { useObjectUrl } from './pick-photo.ts';
import { TakePhoto } from './TakePhoto.tsx';

const CropPhoto = lazy(() => import('./CropPhoto.tsx').then((m) => ({ default: m.CropPhoto })));

type Step =
  | { at: 'choosing' }
  | { at: 'camera' }
  | { at: 'cropping'; file: File }
  /** `from`: the step to go back to. */
  | { at: 'sending'; photo: Blob; from: Step };

/** Takes a photo, or opens a chosen one for cropping; then sends it (platform spec 2). */
export function PhotoPicker({ modal: { recipient, file }, close }: ModalContentProps<'Photo'>) {
  const t = useT();
  const first = file && refusePhoto(file);
  const [step, setStep] = useState<Step>(file && !first ? { at: 'cropping', file } : { at: 'choosing' });
  const [refusal, setRefusal] = useState<PhotoRefusal | null>(first);
  const [{ $photoUpload, sendPhoto, close: cancelPhoto }] = useState(createPhotoSending);
  const { price } = $party.get();
  const conversation = openedWith(recipient);
  useEffect(() => {
    if (!conversation) close();
    // Closing it cancels an unfinished upload.
    return cancelPhoto;
  }, [conversation, close, cancelPhoto]);
  const choose = () => {
    cancelPhoto();
    setStep({ at: 'choosing' });
  };
  const take = (chosen: File) => {
    const refused = refusePhoto(chosen);
    setRefusal(refused);
    setStep(refused ? { at: 'choosing' } : { at: 'cropping', file: chosen });
  };
  const send = async (photo: Blob) => {
    setStep({ at: 'sending', photo, from: step.at === 'sending' ? step.from : step });
    if (conversation && (await sendPhoto(conversation, photo))) close();
  };
  return (
    <div>
      <DialogTitle>{t('photos.title')}</DialogTitle>
      {price !== null && <DialogText>{t('messenger.price', { count: price })}</DialogText>}
      {step.at === 'choosing' && (
        <ChoosePhoto refusal={refusal} onFile={take} onCamera={() => setStep({ at: 'camera' })} />
      )}
      {step.at === 'camera' && <TakePhoto onSend={(photo) => void send(photo)} onBack={choose} />}
      {step.at === 'cropping' && (
        <Boundary onFailed={close}>
          <Suspense fallback={<Spinner className="photo-frame size-8 text-accent-ink" />}>
            <CropPhoto
              file={step.file}
              onSend={(photo) => void send(photo)}
              onBack={choose}
              onBroken={(refused) => {
                setRefusal(refused);
                choose();
              }}
            />
          </Suspense>
        </Boundary>
      )}
      {step.at === 'sending' && (
        <SendingPhoto
          photo={step.photo}
          $upload={$photoUpload}
          onAgain={() => void send(step.photo)}
          onCancel={() => {
            cancelPhoto();
            setStep(step.from);
          }}
        />
      )}
    </div>
  );
}

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
function SendingPhoto({ photo, $upload, onAgain, onCancel }: SendingProps) {
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
