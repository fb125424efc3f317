import type { StreamSettings } from '#contract/chat/cam-back.ts';
import { own } from '#contract/own.ts';

export type DeviceTrouble = 'denied' | 'noDevice' | 'busy' | 'unsupported' | 'preview';

/** Null takes the browser's own choice; `none` is no microphone. */
export interface Choice {
  readonly camera: string | null;
  readonly microphone: string | null | 'none';
}

export interface Device {
  readonly id: string;
  /** As the system names it; may be empty. */
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

/** What a refusal of `getUserMedia` means. */
export const deviceTroubleOf = (error: unknown): DeviceTrouble =>
  own(troubles, String((error as { name?: unknown } | null)?.name)) ?? 'preview';

/** Only over HTTPS and on localhost; undefined elsewhere, whatever the types say. */
const mediaDevices = (): MediaDevices | undefined => navigator.mediaDevices;

export const canOpenCamera = (): boolean => typeof mediaDevices()?.getUserMedia === 'function';

const picked = (id: string | null): MediaTrackConstraints => (id === null ? {} : { deviceId: { exact: id } });

/** Asks for the permission where it is missing. Rejects as the browser does. */
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

/** Names are told after the permission only. */
export async function listDevices(): Promise<Devices> {
  const all = await navigator.mediaDevices.enumerateDevices();
  const ofKind = (kind: MediaDeviceKind): Device[] =>
    all
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
  return { cameras: ofKind('videoinput'), microphones: ofKind('audioinput') };
}

/** The camera's light goes off. */
export function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
