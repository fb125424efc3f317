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

/** Pictures that a broadcast can have, in px and frames/s; cameras may deliver less. */
export const broadcastPictures = {
  large: { width: 1280, height: 720, frameRate: 30 },
  medium: { width: 960, height: 540, frameRate: 25 },
  small: { width: 640, height: 360, frameRate: 20 },
} as const;

export type BroadcastPicture = keyof typeof broadcastPictures;

const ideal = (picture: BroadcastPicture): MediaTrackConstraints => {
  const { width, height, frameRate } = broadcastPictures[picture];
  return { width: { ideal: width }, height: { ideal: height }, frameRate: { ideal: frameRate } };
};

/** A performer's: a large picture by default, and mono sound with voice processing unless for music. */
export const broadcastWishes = (isMusic = false, picture: BroadcastPicture = 'large'): DeviceWishes => ({
  camera: ideal(picture),
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
