interface PageListeners {
  /** The page becomes visible, or the network returns. */
  onWake(): void;
  /** The page is left, even if the browser keeps it in its back/forward cache. */
  onLeave(): void;
}

/** Returns a function that removes the listeners. */
export function onPageEvents({ onWake, onLeave }: PageListeners): () => void {
  const whenVisible = () => {
    if (document.visibilityState === 'visible') onWake();
  };
  document.addEventListener('visibilitychange', whenVisible);
  window.addEventListener('online', onWake);
  window.addEventListener('pagehide', onLeave);
  return () => {
    document.removeEventListener('visibilitychange', whenVisible);
    window.removeEventListener('online', onWake);
    window.removeEventListener('pagehide', onLeave);
  };
}
