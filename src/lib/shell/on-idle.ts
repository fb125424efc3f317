/** ms after which the work runs even if the page was never idle. */
export const IDLE_TIMEOUT_MS = 2000;

/** Runs `act` after the page has loaded, when the browser is idle. */
export function onIdle(act: () => unknown): void {
  // Safari has no requestIdleCallback.
  const idle = () =>
    'requestIdleCallback' in window
      ? requestIdleCallback(() => act(), { timeout: IDLE_TIMEOUT_MS })
      : setTimeout(act, IDLE_TIMEOUT_MS);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
