import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import { apiOrigin } from '#lib/api/start/page.ts';
import { type ConversationState, openedWith } from '../../../lib/messaging/opened/open-conversations.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogTitle } from '../../ui/Dialog.tsx';
import type { ModalContentProps } from '../../ui/use-overlay.ts';
import { useRenewal } from './PhotoBubble.tsx';

/** A photo of the open conversation, fitted to the window or in full size. */
export function PhotoView({ modal: { recipient, seq }, close }: ModalContentProps<'PhotoView'>) {
  const t = useT();
  const conversation = openedWith(recipient);
  const [gone] = useState(() => atom<ConversationState | null>(null));
  const state = useStore<typeof gone>((conversation?.$state ?? gone) as typeof gone);
  const message = state?.thread.messages.find((one) => one.seq === seq);
  const [isLarge, setLarge] = useState(false);
  const attachment = message?.attachment ?? null;
  const { isBroken, onError, onAgain } = useRenewal(attachment?.url ?? '', () =>
    conversation?.renewPhoto(seq),
  );
  useEffect(() => {
    if (!attachment) close();
  }, [attachment, close]);
  if (!state || !message || !attachment) return null;
  const name =
    message.owner === 'self'
      ? t('messenger.photo.own')
      : t('messenger.photo.of', { name: state.other.username });
  return (
    <div className="photo-view">
      <DialogTitle>{name}</DialogTitle>
      {isBroken ? (
        <p role="alert" className="py-8 text-center">
          <span>{t('messenger.photo.broken')}</span>{' '}
          <button type="button" className="min-h-6 underline" onClick={onAgain}>
            {t('messenger.retry')}
          </button>
        </p>
      ) : (
        <>
          <div
            tabIndex={isLarge ? 0 : undefined}
            className={`mt-4 overflow-auto text-center ${isLarge ? 'max-h-[70dvh]' : ''}`}
          >
            <img
              src={apiOrigin() + attachment.url}
              alt={name}
              width={attachment.width}
              height={attachment.height}
              onError={onError}
              className={`mx-auto w-auto ${isLarge ? 'max-w-none' : 'max-h-[70dvh]'}`}
            />
          </div>
          <Button look="quiet" className="mx-auto mt-3 flex" onClick={() => setLarge(!isLarge)}>
            {isLarge ? t('photos.fit') : t('photos.full')}
          </Button>
        </>
      )}
    </div>
  );
}
