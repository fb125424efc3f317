/** What nobody waits for still happens after this long on a page that is never idle, in ms. */
export const IDLE_TIMEOUT_MS = 2000;

/** Acts when the page has loaded and the browser has nothing better to do. */
export function onIdle(act: () => unknown): void {
  // Safari has no idle callback.
  const idle = () =>
    'requestIdleCallback' in window
      ? requestIdleCallback(() => act(), { timeout: IDLE_TIMEOUT_MS })
      : setTimeout(act, IDLE_TIMEOUT_MS);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
