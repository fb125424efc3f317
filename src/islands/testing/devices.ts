import { vi } from 'vitest';

/** A track that this browser can put into a stream and show. */
export function record(kind: 'video' | 'audio'): MediaStreamTrack {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d')?.fillRect(0, 0, 10, 10);
  const [track] =
    kind === 'video'
      ? canvas.captureStream().getVideoTracks()
      : new MediaStreamAudioDestinationNode(new AudioContext()).stream.getAudioTracks();
  if (!track) throw new Error(`No ${kind} track`);
  return track;
}

/** The page is used on these simulated devices, until the test ends. */
export function useDevices({
  mediaDevices,
  permissions,
}: Pick<Navigator, 'mediaDevices' | 'permissions'>): void {
  const own = { userAgent: 'simulated', maxTouchPoints: 0, mediaDevices, permissions };
  const get = (real: Navigator, key: keyof Navigator) => Reflect.get(key in own ? own : real, key);
  vi.stubGlobal('navigator', new Proxy(navigator, { get }));
}
