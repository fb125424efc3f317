/** Runs each time the tab is hidden. Returns a stop function. */
export function onHidden(act: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'hidden') act();
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

/** Runs `act` whenever the page becomes visible. Returns a stop function. */
export function onVisible(act: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') act();
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}
