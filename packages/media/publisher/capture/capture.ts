/** Labels for which the interface has texts. */
export type CaptureTrouble =
  /** By the person, the system or the page's permissions policy. */
  | 'denied'
  /** No such device is connected. */
  | 'notFound'
  /** Another program uses the device, or it does not start. */
  | 'inUse'
  /** The chosen device is gone, or cannot do what was asked. */
  | 'overconstrained'
  /** Browsers offer devices over HTTPS and on localhost only. */
  | 'notSecure'
  | 'unknown';

export class CaptureError extends Error {
  readonly trouble: CaptureTrouble;

  constructor(trouble: CaptureTrouble, cause?: unknown) {
    super(trouble, { cause });
    this.name = 'CaptureError';
    this.trouble = trouble;
  }
}

const troubles = new Map<unknown, CaptureTrouble>([
  ['NotAllowedError', 'denied'],
  ['PermissionDeniedError', 'denied'],
  ['NotFoundError', 'notFound'],
  ['NotReadableError', 'inUse'],
  ['AbortError', 'inUse'],
  ['OverconstrainedError', 'overconstrained'],
  ['SecurityError', 'notSecure'],
]);

/** Maps an error of `getUserMedia`. */
export const captureErrorOf = (error: unknown): CaptureError =>
  new CaptureError(troubles.get((error as { name?: unknown } | null)?.name) ?? 'unknown', error);

export interface CaptureChoice {
  /** A `deviceId`; null for the browser's default; false for no device. */
  camera?: string | null | false;
  microphone?: string | null | false;
  /** Switches off echo cancellation, noise suppression and gain control, which distort music. */
  music?: boolean;
}

const picked = (id: string | null): MediaTrackConstraints => (id === null ? {} : { deviceId: { exact: id } });

/** 1280×720 at 30 frames/s if the camera can, and mono sound with voice processing unless for music. */
export function constraintsOf(choice: CaptureChoice): MediaStreamConstraints {
  const { camera = null, microphone = null, music = false } = choice;
  const video: MediaTrackConstraints | false = camera !== false && {
    ...picked(camera),
    width: { ideal: 1280 },
    height: { ideal: 720 },
    frameRate: { ideal: 30 },
  };
  const audio: MediaTrackConstraints | false = microphone !== false && {
    ...picked(microphone),
    channelCount: { ideal: 1 },
    echoCancellation: !music,
    noiseSuppression: !music,
    autoGainControl: !music,
  };
  return { video, audio };
}

/** Null for a device that was not asked for. The caller stops the tracks. */
export interface Captured {
  readonly camera: MediaStreamTrack | null;
  readonly microphone: MediaStreamTrack | null;
}

/** Opens camera and microphone with one question for permission. Rejects with a `CaptureError`. */
export async function capture(choice: CaptureChoice = {}): Promise<Captured> {
  // Undefined in insecure pages, despite its type.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices?.getUserMedia) throw new CaptureError('notSecure');
  const stream = await devices.getUserMedia(constraintsOf(choice)).catch((error: unknown) => {
    throw captureErrorOf(error);
  });
  const [camera = null] = stream.getVideoTracks();
  const [microphone = null] = stream.getAudioTracks();
  return { camera, microphone };
}

/** Opens one microphone, the default one for null. Rejects with a `CaptureError`. */
export async function captureMicrophone(
  choice: Pick<CaptureChoice, 'music'> & { microphone?: string | null } = {},
): Promise<MediaStreamTrack> {
  const { microphone } = await capture({ ...choice, camera: false });
  if (!microphone) throw new CaptureError('notFound');
  return microphone;
}

/** Opens one camera, the default one for null. Rejects with a `CaptureError`. */
export async function captureCamera(deviceId: string | null = null): Promise<MediaStreamTrack> {
  const { camera } = await capture({ camera: deviceId, microphone: false });
  if (!camera) throw new CaptureError('notFound');
  return camera;
}
