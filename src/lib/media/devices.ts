import type { StreamSettings } from '#contract/chat/cam-back-calls.ts';
import { own } from '#contract/input.ts';

export type DeviceTrouble = 'denied' | 'noDevice' | 'busy' | 'unsupported' | 'preview';

/** Null selects the browser's default; `none` disables the microphone. */
export interface Choice {
  readonly camera: string | null;
  readonly microphone: string | null | 'none';
}

export interface Device {
  readonly id: string;
  /** The system's name; may be empty. */
  readonly name: string;
}

export interface Devices {
  readonly cameras: readonly Device[];
  readonly microphones: readonly Device[];
}

const troubles: Readonly<Record<string, DeviceTrouble>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'noDevice',
  OverconstrainedError: 'noDevice',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** Maps an error of `getUserMedia`. */
export const deviceTroubleOf = (error: unknown): DeviceTrouble =>
  own(troubles, String((error as { name?: unknown } | null)?.name)) ?? 'preview';

/** Available only over HTTPS and on localhost; undefined elsewhere, despite its type. */
const mediaDevices = (): MediaDevices | undefined => navigator.mediaDevices;

export const canOpenCamera = (): boolean => typeof mediaDevices()?.getUserMedia === 'function';

const picked = (id: string | null): MediaTrackConstraints => (id === null ? {} : { deviceId: { exact: id } });

/** Asks for the permission if missing. Rejects with the browser's error. */
export async function openCamera(choice: Choice, settings: StreamSettings): Promise<MediaStream> {
  const { width, height, frameRate } = settings;
  const stream = await navigator.mediaDevices.getUserMedia({
    video: {
      ...picked(choice.camera),
      width: { ideal: width },
      height: { ideal: height },
      frameRate: { ideal: frameRate },
    },
    audio: choice.microphone === 'none' ? false : picked(choice.microphone),
  });
  for (const track of stream.getVideoTracks()) track.contentHint = 'motion';
  return stream;
}

/** Browsers reveal names only after the permission. */
export async function listDevices(): Promise<Devices> {
  const all = await navigator.mediaDevices.enumerateDevices();
  const ofKind = (kind: MediaDeviceKind): Device[] =>
    all
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
  return { cameras: ofKind('videoinput'), microphones: ofKind('audioinput') };
}

/** Also turns the camera's light off. */
export function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
