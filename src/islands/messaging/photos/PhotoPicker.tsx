import { lazy, Suspense, useEffect, useState } from 'react';
import { type PhotoRefusal, refusePhoto } from '#contract/messaging/photos.ts';
import { openedWith } from '#lib/messaging/conversation/conversation.ts';
import { $party } from '#lib/messaging/party/party.ts';
import { createPhotoSending } from '#lib/messaging/photos/send-photo.ts';
import { Boundary } from '../../ui/Boundary.tsx';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import { useT } from '../../ui/Messages.tsx';
import type { ModalContentProps } from '../../ui/props.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { ChoosePhoto } from './ChoosePhoto.tsx';
import { SendingPhoto } from './SendingPhoto.tsx';
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
