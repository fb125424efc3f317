/** Labels for which the interface has texts. */
export type DeviceTrouble =
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

const troubles = new Map<unknown, DeviceTrouble>([
  ['NotAllowedError', 'denied'],
  ['PermissionDeniedError', 'denied'],
  ['NotFoundError', 'notFound'],
  ['NotReadableError', 'inUse'],
  ['AbortError', 'inUse'],
  ['OverconstrainedError', 'overconstrained'],
  ['SecurityError', 'notSecure'],
]);

/** Maps an error of `getUserMedia`. */
export const deviceTroubleOf = (error: unknown): DeviceTrouble =>
  troubles.get((error as { name?: unknown } | null)?.name) ?? 'unknown';

export type SourceName = 'camera' | 'microphone';

export const sourceNames: readonly SourceName[] = ['camera', 'microphone'];

/** What is asked of a camera and of a microphone, besides which one. */
export type DeviceWishes = Readonly<Record<SourceName, MediaTrackConstraints>>;

/** A performer's: 1280×720 at 30 frames/s if the camera can, and mono sound with voice processing unless for music. */
export const broadcastWishes = (isMusic = false): DeviceWishes => ({
  camera: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
  microphone: {
    channelCount: { ideal: 1 },
    echoCancellation: !isMusic,
    noiseSuppression: !isMusic,
    autoGainControl: !isMusic,
  },
});

/** Whether only one camera can be open at a time: on phones and tablets. */
export function opensOneCamera({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  // Safari on an iPad names itself like a Mac, which has no touch screen.
  return /Android|iPhone|iPad|Mobile/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
