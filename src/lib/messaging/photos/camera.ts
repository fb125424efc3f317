import { atom, type ReadableAtom } from 'nanostores';
import {
  canOpenCamera,
  closeCamera,
  type DeviceTrouble,
  deviceTroubleOf,
  openCamera,
} from '../../media/devices.ts';
import { log } from '../../shell/log.ts';

/** px of a photo taken here (platform spec 9); swapped in portrait orientation. */
export const SNAPSHOT = { width: 480, height: 360 } as const;
export const UPRIGHT_SNAPSHOT = { width: 360, height: 480 } as const;

const FRAME_RATE = 30;

export interface PhotoCamera {
  readonly stream: MediaStream | null;
  readonly trouble: DeviceTrouble | null;
}

const closed: PhotoCamera = { stream: null, trouble: null };

/** Whether there is a camera; needs no permission (platform spec 8). */
export async function hasCamera(): Promise<boolean> {
  if (!canOpenCamera()) return false;
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  const isThere = devices.some(({ kind }) => kind === 'videoinput');
  if (!isThere) log.warn('No webcam found');
  return isThere;
}

export interface OwnCamera {
  readonly $photoCamera: ReadableAtom<PhotoCamera>;
  openPhotoCamera(size: { width: number; height: number }): Promise<void>;
  /** Also turns the camera's light off. */
  close(): void;
}

export function createPhotoCamera(): OwnCamera {
  const $photoCamera = atom<PhotoCamera>(closed);
  /** Identifies an opening: a camera that opens after it was cancelled is closed at once. */
  let opening = 0;
  const close = (): void => {
    opening += 1;
    closeCamera($photoCamera.get().stream);
    $photoCamera.set(closed);
  };
  return {
    $photoCamera,
    close,
    async openPhotoCamera(size) {
      close();
      const current = opening;
      try {
        const stream = await openCamera(
          { camera: null, microphone: 'none' },
          { ...size, frameRate: FRAME_RATE, videoBitrate: 0, audioBitrate: 0 },
        );
        if (current === opening) $photoCamera.set({ stream, trouble: null });
        else closeCamera(stream);
      } catch (error) {
        if (current === opening) $photoCamera.set({ stream: null, trouble: deviceTroubleOf(error) });
      }
    },
  };
}
