import type { DeviceRoom } from '@vonk/media/devices';
import { atom, type ReadableAtom } from 'nanostores';
import { PHOTO_EDGE } from '#contract/messaging/photo-calls.ts';
import { type CameraTrouble, cameraTroubleOf, createOwnCamera, mediaDevices } from '../../media/devices.ts';
import { log } from '../../shell/log.ts';

/** px of a photo taken here (platform spec 9); swapped in portrait orientation. */
export const SNAPSHOT = { width: 480, height: 360 } as const;
export const UPRIGHT_SNAPSHOT = { width: 360, height: 480 } as const;

const FRAME_RATE = 30;

export interface PhotoCamera {
  readonly stream: MediaStream | null;
  readonly trouble: CameraTrouble | null;
}

const closed: PhotoCamera = { stream: null, trouble: null };

/** Whether there is a camera; needs no permission (platform spec 8). */
export async function hasCamera(): Promise<boolean> {
  const found = mediaDevices();
  if (!found) return false;
  const devices = await found.enumerateDevices().catch(() => []);
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
  let room: DeviceRoom | null = null;
  let unfollow = (): void => undefined;
  const close = (): void => {
    unfollow();
    room?.leave();
    room = null;
    $photoCamera.set(closed);
  };
  return {
    $photoCamera,
    close,
    async openPhotoCamera(size) {
      close();
      const opened = createOwnCamera(
        { camera: null, microphone: 'none' },
        { ...size, frameRate: FRAME_RATE },
      );
      room = opened;
      unfollow = opened.$room.subscribe(({ camera: { track, trouble, isLost, state } }) => {
        const before = $photoCamera.get().stream;
        $photoCamera.set({
          stream: track && (before?.getTracks().includes(track) ? before : new MediaStream([track])),
          trouble:
            state === 'offered'
              ? 'offered'
              : isLost && !trouble
                ? 'noDevice'
                : trouble && cameraTroubleOf(trouble),
        });
      });
      await opened.open(['camera']);
    },
  };
}

/** Source area in px. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const QUALITY = 0.88;

/** At most the size stored by the server. */
export function sizeOf({ width, height }: Size, edge = PHOTO_EDGE): Size {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The largest centred area with the aspect ratio of `size`. */
export function middleOf(source: Size, size: Size): Area {
  const scale = Math.min(source.width / size.width, source.height / size.height);
  const width = size.width * scale;
  const height = size.height * scale;
  return { x: (source.width - width) / 2, y: (source.height - height) / 2, width, height };
}

/** Draws a part of a picture as a JPEG, without the metadata of the source file. */
export async function drawPhoto(source: CanvasImageSource, area: Area, size: Size): Promise<Blob> {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No 2D context for the canvas');
  context.drawImage(source, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}
