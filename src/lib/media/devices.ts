import { createDeviceRoom, type DeviceRoom, type DeviceTrouble, opensOneCamera } from '@vonk/media/devices';
import type { StreamSettings } from '#contract/chat/cam-back-calls.ts';

/** Each has a text of the camera-back and of the photo picker. */
export type CameraTrouble =
  | 'denied'
  | 'noDevice'
  | 'busy'
  | 'unsupported'
  | 'preview'
  /** One that was missing or lost is there now. */
  | 'offered';

const troubles: Readonly<Record<DeviceTrouble, CameraTrouble>> = {
  denied: 'denied',
  notFound: 'noDevice',
  overconstrained: 'noDevice',
  inUse: 'busy',
  notSecure: 'unsupported',
  unknown: 'preview',
};

export const cameraTroubleOf = (trouble: DeviceTrouble): CameraTrouble => troubles[trouble];

/** Null selects the browser's default; `none` disables the microphone. */
export interface Choice {
  readonly camera: string | null;
  readonly microphone: string | null | 'none';
}

/** Available only over HTTPS and on localhost; undefined elsewhere, despite its type. */
export const mediaDevices = (): MediaDevices | undefined => navigator.mediaDevices;

/** The room of a viewer's own camera. `onTrack`: another track is used from now on. */
export function createOwnCamera(
  choice: Choice,
  { width, height, frameRate }: Pick<StreamSettings, 'width' | 'height' | 'frameRate'>,
  onTrack: (track: MediaStreamTrack) => Promise<void> | void = () => undefined,
): DeviceRoom {
  return createDeviceRoom({
    devices: mediaDevices(),
    permissions: navigator.permissions,
    chosen: { camera: choice.camera, microphone: choice.microphone === 'none' ? null : choice.microphone },
    wishes: () => ({
      camera: { width: { ideal: width }, height: { ideal: height }, frameRate: { ideal: frameRate } },
      microphone: {},
    }),
    isSingle: opensOneCamera(navigator),
    onTrack,
  });
}
