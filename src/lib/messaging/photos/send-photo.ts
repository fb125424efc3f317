import { atom } from 'nanostores';
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

/** Of the one photo that is being sent. */
export const $photoUpload = atom<PhotoUpload>(idle);

let giveUp: AbortController | null = null;

/** Opens the picker: after the question for a username; without the credits for a message, the dialog that says so (platform spec 4). */
export function pickPhoto({ performer }: OpenConversation, file: File | null = null): void {
  underUsername(() => {
    if (canPayMessage()) openModal({ type: 'Photo', performer, file });
  });
}

/**
 * Uploads a photo, then sends it as a message, which from there on waits, fails and is sent again as any other without
 * being uploaded again. False: `$photoUpload` says why it was not uploaded, or it was given up.
 */
export async function sendPhoto(conversation: OpenConversation, photo: Blob): Promise<boolean> {
  cancelPhoto();
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
    cancelPhoto();
    return true;
  } catch (error) {
    log.info('photo not uploaded', labelOf(error));
    if (isCurrent()) $photoUpload.set({ status: 'failed', label: labelOf(error) });
    return false;
  }
}

/** Also forgets why an earlier one failed. */
export function cancelPhoto(): void {
  giveUp?.abort();
  giveUp = null;
  $photoUpload.set(idle);
}
