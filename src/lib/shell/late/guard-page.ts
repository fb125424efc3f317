/**
 * While sending: keeps the screen on, where the browser can, and asks before the page is left. Returns a function that
 * ends both.
 */
export function guardPage(): () => void {
  let isOn = true;
  let lock: WakeLockSentinel | null = null;
  // Undefined in browsers without wake locks, despite its type.
  const { wakeLock } = navigator as { wakeLock?: WakeLock };
  const stayAwake = async (): Promise<void> => {
    if (!wakeLock || document.visibilityState !== 'visible') return;
    const taken = await wakeLock.request('screen').catch(() => null);
    if (isOn) lock = taken;
    else await taken?.release();
  };
  // The browser ends a lock when the page is hidden.
  const again = (): void => void stayAwake();
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  document.addEventListener('visibilitychange', again);
  window.addEventListener('beforeunload', ask);
  again();
  return () => {
    isOn = false;
    document.removeEventListener('visibilitychange', again);
    window.removeEventListener('beforeunload', ask);
    lock?.release().catch(() => undefined);
  };
}
