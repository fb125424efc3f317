import { atom, onMount } from 'nanostores';

/** iPhones lack the standard API; they play the bare video in the system's player. */
type PhoneVideo = HTMLVideoElement & {
  readonly webkitSupportsFullscreen?: boolean;
  webkitEnterFullscreen?: () => void;
};

/** Whether the page fills the screen. */
export const $isFullscreen = atom(false);
onMount($isFullscreen, () => {
  const read = () => $isFullscreen.set(document.fullscreenElement !== null);
  read();
  document.addEventListener('fullscreenchange', read);
  return () => document.removeEventListener('fullscreenchange', read);
});

/** `page`: the page with its controls. `video`: only the picture. Null: unavailable. */
export function fullscreenOf(video: PhoneVideo | null): 'page' | 'video' | null {
  if (document.fullscreenEnabled) return 'page';
  return video?.webkitEnterFullscreen && video.webkitSupportsFullscreen !== false ? 'video' : null;
}

/**
 * Enters or leaves fullscreen. The root element fills the screen, not the player: dialogs, drawers and notices are
 * outside the player and would be hidden.
 */
export async function toggleFullscreen(video: PhoneVideo | null): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else if (fullscreenOf(video) === 'page') await document.documentElement.requestFullscreen();
    else video?.webkitEnterFullscreen?.();
  } catch {
    // Refused by the browser: the button still shows the actual state.
  }
}
