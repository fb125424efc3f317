import { atom, type ReadableAtom } from 'nanostores';

/** ms for which the last picture stands in for a stream: about as long as a restart of a server takes. */
export const STILL_MS = 20_000;

interface Still {
  readonly video: HTMLVideoElement;
  readonly remove: () => void;
}

const $shown = atom<Still | null>(null);

/** The last picture that is kept over a video; null if none is. */
export const $still: ReadableAtom<Still | null> = $shown;

/** A copy of the picture, placed and styled like the video; null if there is none. */
function copyOf(video: HTMLVideoElement): HTMLCanvasElement | null {
  const { videoWidth: width, videoHeight: height } = video;
  // A video without a frame has no size.
  if (!width || !height || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return null;
  Object.assign(canvas, { width, height, className: video.className });
  canvas.style.cssText = video.style.cssText;
  canvas.setAttribute('aria-hidden', 'true');
  context.drawImage(video, 0, 0, width, height);
  return canvas;
}

/** Keeps the last picture over the video until it shows another frame, for 20 s at most. */
export function holdPicture(video: HTMLVideoElement): void {
  if ($shown.get()?.video === video) return;
  const canvas = copyOf(video);
  if (!canvas) return;
  releasePicture();
  const timer = setTimeout(releasePicture, STILL_MS);
  video.after(canvas);
  $shown.set({
    video,
    remove() {
      clearTimeout(timer);
      canvas.remove();
    },
  });
}

/** Removes the kept picture. */
export function releasePicture(): void {
  $shown.get()?.remove();
  $shown.set(null);
}

/** Removes the picture kept over this video when its current stream shows a frame. */
export function releaseAtFrame(video: HTMLVideoElement): void {
  const still = $shown.get();
  if (still?.video !== video) return;
  const stream = video.srcObject;
  const release = (): void => {
    if ($shown.get() === still && video.srcObject === stream) releasePicture();
  };
  if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(release);
  else video.addEventListener('playing', release, { once: true });
}
