/** ms for which a size must stay the same to count, such as after resizing a window or turning a phone. */
export const settleMs = 1000;

/** In screen pixels, at most 1.5 times the screen's shorter side in CSS pixels: finer ones are invisible in motion. */
function shownHeight({ clientHeight }: HTMLElement): number {
  const enough = 1.5 * Math.min(screen.width, screen.height);
  return Math.round(Math.min(clientHeight * devicePixelRatio, enough));
}

/** Reports an element's height in screen pixels, at once and on changes; returns a function that stops it. */
export function watchHeight(element: HTMLElement, listener: (pixels: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastHeight = 0;
  const tell = () => {
    const height = shownHeight(element);
    // A hidden element has height 0.
    if (height === 0 || height === lastHeight) return;
    lastHeight = height;
    listener(height);
  };
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(tell, settleMs);
  });
  observer.observe(element);
  tell();
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
