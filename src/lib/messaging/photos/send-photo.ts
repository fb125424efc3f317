import { atom, type ReadableAtom } from 'nanostores';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { uploadPhoto } from '#contract/messaging/photo-calls.ts';
import { refusePhoto } from '#contract/messaging/photos.ts';
import { upload } from '../../api/upload.ts';
import { underUsername } from '../../member/settings/under-username.ts';
import { log } from '../../shell/log.ts';
import { openModal } from '../../shell/modal.ts';
import type { OpenConversation } from '../conversation/conversation.ts';
import { canPayMessage, sendMessage } from '../sending/send.ts';
import { rememberPhoto } from './own-photos.ts';

export type PhotoUpload =
  | { readonly status: 'idle' }
  /** `part`: from 0 to 1. */
  | { readonly status: 'uploading'; readonly part: number }
  | { readonly status: 'failed'; readonly label: ErrorLabel };

const idle: PhotoUpload = { status: 'idle' };

/** Opens the picker, after the question for a username; before both, without the credits for a message, the dialog that says so (platform spec 4). */
export function pickPhoto({ performer }: OpenConversation, file: File | null = null): void {
  if (canPayMessage()) underUsername(() => openModal({ type: 'Photo', performer, file }), 'go');
}

export interface PhotoSending {
  readonly $photoUpload: ReadableAtom<PhotoUpload>;
  /**
   * Uploads a photo, then sends it as a message, which from there on waits, fails and is sent again as any other without
   * being uploaded again. False: `$photoUpload` says why it was not uploaded, or it was given up.
   */
  sendPhoto(conversation: OpenConversation, photo: Blob): Promise<boolean>;
  /** Gives up the photo that is being uploaded; also forgets why an earlier one failed. */
  close(): void;
}

/** One photo at a time. */
export function createPhotoSending(): PhotoSending {
  const $photoUpload = atom<PhotoUpload>(idle);
  let giveUp: AbortController | null = null;
  const close = (): void => {
    giveUp?.abort();
    giveUp = null;
    $photoUpload.set(idle);
  };
  return {
    $photoUpload,
    close,
    async sendPhoto(conversation, photo) {
      close();
      const refusal = refusePhoto(photo);
      if (refusal) {
        $photoUpload.set({ status: 'failed', label: refusal });
        return false;
      }
      const own = new AbortController();
      giveUp = own;
      const isCurrent = () => giveUp === own;
      $photoUpload.set({ status: 'uploading', part: 0 });
      try {
        const { photo: id } = await upload(uploadPhoto, photo, {
          onProgress: (part) => isCurrent() && $photoUpload.set({ status: 'uploading', part }),
          signal: own.signal,
        });
        if (!isCurrent()) return false;
        rememberPhoto(id, photo);
        void sendMessage(conversation, '', id);
        close();
        return true;
      } catch (error) {
        log.info('photo not uploaded', labelOf(error));
        if (isCurrent()) $photoUpload.set({ status: 'failed', label: labelOf(error) });
        return false;
      }
    },
  };
}
