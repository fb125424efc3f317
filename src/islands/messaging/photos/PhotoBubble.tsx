import { EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import type { Attachment } from '#contract/messaging/photos.ts';
import { apiOrigin } from '#lib/api/api-origin.ts';
import type { OpenConversation } from '#lib/messaging/conversation/conversation.ts';
import { opens } from '#lib/shell/late/opens.ts';
import { openModal } from '#lib/shell/modal.ts';
import { useT } from '../../ui/Messages.tsx';

/** px a photo takes at most in a conversation. */
const SHOWN = { width: 256, height: 320 } as const;

/** Where it stands, known before it is loaded: nothing moves. */
export function shownSize({ width, height }: Pick<Attachment, 'width' | 'height'>) {
  const scale = Math.min(1, SHOWN.width / width, SHOWN.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Opened on this page: they stay so while it is there. */
const opened = new Set<number>();

interface PhotoProps {
  message: PrivateMessage;
  attachment: Attachment;
  name: string;
  /** Null until hydration. */
  conversation: OpenConversation | null;
}

/** Somebody else's is blurred, and not even loaded, until it is opened. */
export function PhotoBubble({ message: { id, seq, owner }, attachment, name, conversation }: PhotoProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(owner === 'self');
  const [isShown, setShown] = useState(false);
  const { isBroken, onError, onAgain } = useRenewal(attachment.url, () => conversation?.renewPhoto(seq));
  useEffect(() => {
    // The API's address is known in the browser alone.
    setShown(true);
    if (opened.has(id)) setOpen(true);
  }, [id]);
  const size = shownSize(attachment);
  const isReal = isOpen && isShown && !isBroken;
  const view = () => {
    opened.add(id);
    setOpen(true);
    if (conversation) openModal({ type: 'PhotoView', performer: conversation.performer, seq });
  };
  return (
    <button
      type="button"
      disabled={!conversation}
      {...opens('PhotoView')}
      onClick={isBroken ? onAgain : view}
      className="photo-bubble"
    >
      {/* Keeps its shape: a blurred version of a few px has not quite the same. */}
      <svg aria-hidden viewBox={`0 0 ${size.width} ${size.height}`} {...size} />
      <img
        src={isReal ? apiOrigin() + attachment.url : attachment.preview}
        alt={owner === 'self' ? t('messenger.photo.own') : t('messenger.photo.of', { name })}
        decoding="async"
        onError={isReal ? onError : undefined}
      />
      {!isOpen && (
        <span className="photo-veil">
          <EyeOff aria-hidden className="size-4" />
          <span>{t('messenger.photo.show')}</span>
        </span>
      )}
      {isBroken && <span className="photo-veil">{t('messenger.photo.broken')}</span>}
    </button>
  );
}

/** An address holds for a while: a new one is asked for once, then when its reader says so. */
export function useRenewal(url: string, renew: () => Promise<void> | undefined) {
  /** Null before any failed. */
  const [failed, setFailed] = useState<string | null>(null);
  return {
    isBroken: failed === url,
    onError: () => {
      setFailed(url);
      if (failed === null) void renew();
    },
    onAgain: () => {
      setFailed('');
      void renew();
    },
  };
}
