/** px of a poster's longest edge. */
const EDGE = 1280;
/** ms after which a film gets no poster; one that the browser can't show mostly fails at once. */
const WAIT_MS = 30_000;
/** Seconds into the film; many begin with a black frame. */
const AT = 1;
/** ms between two tries to draw a frame. */
const RETRY_MS = 50;

const once = (element: HTMLVideoElement, event: 'loadedmetadata' | 'seeked') =>
  new Promise<void>((resolve, reject) => {
    element.addEventListener(event, () => resolve(), { once: true });
    element.addEventListener('error', () => reject(new Error('The film cannot be shown')), { once: true });
    setTimeout(() => reject(new Error('The film takes too long')), WAIT_MS);
  });

/** Draws the film's frame. A busy browser reports the end of a seek before it can draw, and leaves the canvas empty. */
async function drawFrame(film: HTMLVideoElement, canvas: HTMLCanvasElement): Promise<void> {
  const context = canvas.getContext('2d');
  const isEmpty = () => context?.getImageData(0, 0, 1, 1).data[3] === 0;
  for (let waited = 0; waited < WAIT_MS; waited += RETRY_MS) {
    context?.drawImage(film, 0, 0, canvas.width, canvas.height);
    if (!isEmpty()) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  throw new Error('The film takes too long');
}

/** A frame of the film as JPEG; null if this browser can't show the film. */
export async function posterOf(file: Blob): Promise<Blob | null> {
  const url = URL.createObjectURL(file);
  const film = document.createElement('video');
  Object.assign(film, { muted: true, playsInline: true, preload: 'auto' });
  try {
    const loaded = once(film, 'loadedmetadata');
    film.src = url;
    await loaded;
    const seeked = once(film, 'seeked');
    film.currentTime = Math.min(AT, (Number.isFinite(film.duration) ? film.duration : AT) / 4);
    await seeked;
    const { videoWidth, videoHeight } = film;
    const scale = Math.min(1, EDGE / Math.max(videoWidth, videoHeight));
    const canvas = document.createElement('canvas');
    Object.assign(canvas, {
      width: Math.round(videoWidth * scale),
      height: Math.round(videoHeight * scale),
    });
    await drawFrame(film, canvas);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  } catch {
    return null;
  } finally {
    film.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}
