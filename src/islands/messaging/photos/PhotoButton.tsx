import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { $device } from '#lib/shell/device.ts';
import { opens } from '#lib/shell/open-dialogs.ts';
import type { OpenConversation } from '../../../lib/messaging/opened/open-conversations.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { PHOTO_FILES, pickPhoto } from './pick-photo.ts';

interface PhotoButtonProps {
  /** Null until hydration. */
  conversation: OpenConversation | null;
  disabled: boolean;
}

/** Opens a dialog on a desktop; on a phone its own picker, which includes the camera (platform spec 2). */
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
          // Otherwise the same file could not be picked again.
          currentTarget.value = '';
          if (file && conversation) pickPhoto(conversation, file);
        }}
      />
    </>
  );
}
