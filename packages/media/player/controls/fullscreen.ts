import { atom, onMount } from 'nanostores';

/** What iPhones have instead of the standard: the bare video, in the system's own player. */
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

/** `page`: with all that surrounds the picture. `video`: the picture alone. Null: not at all. */
export function fullscreenOf(video: PhoneVideo | null): 'page' | 'video' | null {
  if (document.fullscreenEnabled) return 'page';
  return video?.webkitEnterFullscreen && video.webkitSupportsFullscreen !== false ? 'video' : null;
}

/**
 * There and back. The root fills the screen, not the player: dialogs, drawers and notices are beside the player in
 * the document, and would not be seen.
 */
export async function toggleFullscreen(video: PhoneVideo | null): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else if (fullscreenOf(video) === 'page') await document.documentElement.requestFullscreen();
    else video?.webkitEnterFullscreen?.();
  } catch {
    // Refused by the browser: the button says what is.
  }
}
