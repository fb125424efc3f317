import { atom } from 'nanostores';

/** Whether the picture is in a separate window above other programs. */
export const $isPoppedOut = atom(false);

/** Firefox shows its own button on the picture, also in versions with the API. */
const hasOwnButton = (): boolean => 'mozInnerScreenX' in window;

/** False if the browser has its own button or a policy forbids it. */
export const canPopOut = (video: HTMLVideoElement | null): video is HTMLVideoElement =>
  video !== null &&
  document.pictureInPictureEnabled === true &&
  !video.disablePictureInPicture &&
  !hasOwnButton();

/** Opens or closes the window. Before the first picture the browser may refuse; then nothing changes. */
export async function togglePopOut(video: HTMLVideoElement): Promise<void> {
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture();
    else await video.requestPictureInPicture();
  } catch {
    // The button still shows the actual state.
  }
}

/** Follows the element's state, since its window has a close button. Returns a function that stops it. */
export function watchPopOut(video: HTMLVideoElement): () => void {
  const read = () => $isPoppedOut.set(document.pictureInPictureElement === video);
  read();
  video.addEventListener('enterpictureinpicture', read);
  video.addEventListener('leavepictureinpicture', read);
  return () => {
    video.removeEventListener('enterpictureinpicture', read);
    video.removeEventListener('leavepictureinpicture', read);
  };
}
