/** ms in which a size stays as it is before it counts: a window is dragged, a phone is turned. */
export const settleMs = 1000;

/** Pixels of the screen. A phone's are finer than an eye tells apart in what moves: 1.5 for each of its shorter side are enough. */
function shownHeight({ clientHeight }: HTMLElement): number {
  const enough = 1.5 * Math.min(screen.width, screen.height);
  return Math.round(Math.min(clientHeight * devicePixelRatio, enough));
}

/** Tells how many pixels of the screen an element is high, at once and when that has changed; answers how to stop. */
export function watchHeight(element: HTMLElement, listener: (pixels: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told = 0;
  const tell = () => {
    const height = shownHeight(element);
    // Nothing is shown of what is hidden.
    if (height === 0 || height === told) return;
    told = height;
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
