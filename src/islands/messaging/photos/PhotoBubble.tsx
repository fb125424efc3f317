import { EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import type { Attachment } from '#contract/messaging/photo-calls.ts';
import { apiOrigin } from '#lib/api/start/page.ts';
import { opens } from '#lib/shell/open-dialogs.ts';
import { openModal } from '#lib/shell/start/dialogs.ts';
import type { OpenConversation } from '../../../lib/messaging/opened/open-conversations.ts';
import { useT } from '../../ui/controls/Messages.tsx';

/** Maximum px of a photo in a conversation. */
const SHOWN = { width: 256, height: 320 } as const;

/** Its size, known before it is loaded, so that nothing moves. */
export function shownSize({ width, height }: Pick<Attachment, 'width' | 'height'>) {
  const scale = Math.min(1, SHOWN.width / width, SHOWN.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Photos opened on this page stay open. */
const opened = new Set<number>();

const veil =
  'absolute inset-0 flex items-center justify-center gap-1.5 bg-[rgb(0_0_0/55%)] p-2 font-semibold text-[0.875rem] text-white';

interface PhotoProps {
  message: PrivateMessage;
  attachment: Attachment;
  name: string;
  /** Null until hydration. */
  conversation: OpenConversation | null;
}

/** The other side's photo is blurred, and not loaded, until it is opened. */
export function PhotoBubble({ message: { id, seq, owner }, attachment, name, conversation }: PhotoProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(owner === 'self');
  const [isShown, setShown] = useState(false);
  const { isBroken, onError, onAgain } = useRenewal(attachment.url, () => conversation?.renewPhoto(seq));
  useEffect(() => {
    // The API's URL is known only in the browser.
    setShown(true);
    if (opened.has(id)) setOpen(true);
  }, [id]);
  const size = shownSize(attachment);
  const isReal = isOpen && isShown && !isBroken;
  const view = () => {
    opened.add(id);
    setOpen(true);
    if (conversation) openModal({ type: 'PhotoView', recipient: conversation.recipient, seq });
  };
  return (
    <button
      type="button"
      disabled={!conversation}
      {...opens('PhotoView')}
      onClick={isBroken ? onAgain : view}
      className="relative my-1 block max-w-full overflow-hidden rounded-[0.625rem] bg-sunken"
    >
      {/* Keeps the aspect ratio: a blurred preview of a few px has not quite the same. */}
      <svg aria-hidden viewBox={`0 0 ${size.width} ${size.height}`} {...size} className="h-auto max-w-full" />
      <img
        src={isReal ? apiOrigin() + attachment.url : attachment.preview}
        alt={owner === 'self' ? t('messenger.photo.own') : t('messenger.photo.of', { name })}
        decoding="async"
        onError={isReal ? onError : undefined}
        className="absolute inset-0 size-full object-cover"
      />
      {!isOpen && (
        <span className={veil}>
          <EyeOff aria-hidden className="size-4" />
          <span>{t('messenger.photo.show')}</span>
        </span>
      )}
      {isBroken && <span className={veil}>{t('messenger.photo.broken')}</span>}
    </button>
  );
}

/** Photo URLs expire: a new one is requested once automatically, then on the reader's request. */
export function useRenewal(url: string, renew: () => Promise<void> | undefined) {
  /** Null until one has failed. */
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
