/** Runs whenever the page is looked at again. Returns how to stop. */
export function onVisible(act: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') act();
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}
