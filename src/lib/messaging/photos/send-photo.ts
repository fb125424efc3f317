import { atom, type ReadableAtom } from 'nanostores';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { refusePhoto } from '#contract/messaging/photo-calls.ts';
import { log } from '../../shell/log.ts';
import type { OpenConversation } from '../opened/open-conversations.ts';
import { $party } from '../party/party.ts';
import { sendPrivateMessage } from '../sending/send.ts';
import { rememberPhoto } from '../sending/unsent.ts';

export type PhotoUpload =
  | { readonly status: 'idle' }
  /** `part`: from 0 to 1. */
  | { readonly status: 'uploading'; readonly part: number }
  | { readonly status: 'failed'; readonly label: ErrorLabel };

const idle: PhotoUpload = { status: 'idle' };

export interface PhotoSending {
  readonly $photoUpload: ReadableAtom<PhotoUpload>;
  /**
   * Uploads a photo, then sends it as a message; a retry does not upload it again. Returns false
   * if the upload failed (`$photoUpload` says why) or was cancelled.
   */
  sendPhoto(conversation: OpenConversation, photo: Blob): Promise<boolean>;
  /** Cancels the current upload; also clears an earlier failure. */
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
        const { photo: id } = await $party.get().uploadPhoto(photo, {
          onProgress: (part) => isCurrent() && $photoUpload.set({ status: 'uploading', part }),
          signal: own.signal,
        });
        if (!isCurrent()) return false;
        rememberPhoto(id, photo);
        void sendPrivateMessage(conversation, '', id);
        close();
        return true;
      } catch (error) {
        log.info('Photo could not be uploaded', labelOf(error));
        if (isCurrent()) $photoUpload.set({ status: 'failed', label: labelOf(error) });
        return false;
      }
    },
  };
}
