import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import type { OpenConversation } from '#lib/messaging/conversation/conversation.ts';
import { pickPhoto } from '#lib/messaging/photos/send-photo.ts';
import { $device } from '#lib/shell/device.ts';
import { opens } from '#lib/shell/late/opens.ts';
import { useT } from '../../ui/Messages.tsx';
import { PHOTO_FILES } from './photo-files.ts';

interface PhotoButtonProps {
  /** Null until hydration. */
  conversation: OpenConversation | null;
  disabled: boolean;
}

/** A dialog on a desktop; a phone's own picker, which has its camera (platform spec 2). */
export function PhotoButton({ conversation, disabled }: PhotoButtonProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        disabled={disabled || !conversation}
        aria-label={t('photos.open')}
        {...opens('Photo')}
        onClick={() => {
          if ($device.get() !== 'desktop') input.current?.click();
          else if (conversation) pickPhoto(conversation);
        }}
        className="btn btn-quiet tip tip-up size-11 p-0"
      >
        <ImagePlus aria-hidden className="size-5" />
      </button>
      <input
        ref={input}
        type="file"
        accept={PHOTO_FILES}
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same one may be picked again.
          currentTarget.value = '';
          if (file && conversation) pickPhoto(conversation, file);
        }}
      />
    </>
  );
}
