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

/** Whether the picture is in a separate window above other programs. */
export const $isPoppedOut = atom(false);

/** Firefox shows its own button on the picture, also in versions with the API. */
const hasOwnButton = (): boolean => 'mozInnerScreenX' in window;

/** False if the browser has its own button or a policy forbids it. */
export const canPopOut = (video: HTMLVideoElement | null): video is HTMLVideoElement =>
  video !== null &&
  document.pictureInPictureEnabled === true &&
  !video.disablePictureInPicture &&
  !hasOwnButton();

/** Opens or closes the window. Before the first picture the browser may refuse; then nothing changes. */
export async function togglePopOut(video: HTMLVideoElement): Promise<void> {
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture();
    else await video.requestPictureInPicture();
  } catch {
    // The button still shows the actual state.
  }
}

/** Follows the element's state, since its window has a close button. Returns a function that stops it. */
export function watchPopOut(video: HTMLVideoElement): () => void {
  const read = () => $isPoppedOut.set(document.pictureInPictureElement === video);
  read();
  video.addEventListener('enterpictureinpicture', read);
  video.addEventListener('leavepictureinpicture', read);
  return () => {
    video.removeEventListener('enterpictureinpicture', read);
    video.removeEventListener('leavepictureinpicture', read);
  };
}

/** The viewer's volume, kept for the next stream. */
export interface Volume {
  /** 0 to 1. */
  readonly level: number;
  /** The viewer's last choice of sound on or off. */
  readonly sound: boolean;
}

const KEY = 'volume';
const untouched: Volume = { level: 1, sound: false };

export const $volume = atom<Volume>(readVolume());

/** Stores the volume in this browser if storage is allowed. */
export function keepVolume(volume: Volume): void {
  $volume.set(volume);
  try {
    localStorage.setItem(KEY, JSON.stringify(volume));
  } catch {
    // No storage: it applies to this page only.
  }
}

/** Reads the stored volume; invalid values are ignored. */
export function readVolume(): Volume {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isVolume(kept) ? { level: kept.level, sound: kept.sound } : untouched;
  } catch {
    return untouched;
  }
}

function isVolume(value: unknown): value is Volume {
  if (typeof value !== 'object' || value === null) return false;
  const { level, sound } = value as Partial<Volume>;
  return typeof sound === 'boolean' && typeof level === 'number' && level > 0 && level <= 1;
}
