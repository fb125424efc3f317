/** Runs `act` whenever the page becomes visible. Returns a stop function. */
export const onVisible = (act: () => void): (() => void) => onState('visible', act);

/** Runs `act` each time the tab is hidden. Returns a stop function. */
export const onHidden = (act: () => void): (() => void) => onState('hidden', act);

function onState(state: DocumentVisibilityState, act: () => void): () => void {
  const look = () => {
    if (document.visibilityState === state) act();
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}
