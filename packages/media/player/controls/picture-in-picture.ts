import { atom } from 'nanostores';

/** Whether the picture stands in a window of its own, over other programs. */
export const $isPoppedOut = atom(false);

/** Firefox lays a button of its own on the picture, also in the versions that know the API. */
const hasOwnButton = (): boolean => 'mozInnerScreenX' in window;

/** Not where the browser has its own button, and not where a policy forbids it. */
export const canPopOut = (video: HTMLVideoElement | null): video is HTMLVideoElement =>
  video !== null &&
  document.pictureInPictureEnabled === true &&
  !video.disablePictureInPicture &&
  !hasOwnButton();

/** There and back. The browser may refuse, while no picture is there yet: then nothing changes. */
export async function togglePopOut(video: HTMLVideoElement): Promise<void> {
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture();
    else await video.requestPictureInPicture();
  } catch {
    // The button says what is.
  }
}

/** Follows this element, whose window has a button of its own to close it. Returns how to stop. */
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
