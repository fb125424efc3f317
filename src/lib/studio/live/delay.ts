/** ms between two reports. */
const REPORT_MS = 1000;
/** Frames of which the delay is averaged. */
const FRAMES = 30;

/** The parts of a frame's metadata that are read; both times are ms of the same clock. */
interface FrameTimes {
  readonly receiveTime?: number;
  readonly expectedDisplayTime: number;
}

/** Never below zero: browsers estimate when a frame arrived, which may be after it was shown. */
export const averageMs = (delays: readonly number[]): number =>
  Math.max(0, Math.round(delays.reduce((sum, ms) => sum + ms, 0) / delays.length));

/**
 * Reports, once a second, the average ms from a picture's arrival to its display: with the round trip, the delay from
 * camera to screen. Silent in browsers without arrival times. Returns a stop function.
 */
export function measureDelay(video: HTMLVideoElement, onDelay: (ms: number) => void): () => void {
  // Undefined in browsers without frame callbacks, despite its type.
  const next = video.requestVideoFrameCallback as HTMLVideoElement['requestVideoFrameCallback'] | undefined;
  if (!next) return () => undefined;
  let handle = 0;
  let reportedAt = 0;
  let delays: readonly number[] = [];
  const look = (now: number, { receiveTime, expectedDisplayTime }: FrameTimes): void => {
    if (receiveTime !== undefined) delays = [...delays, expectedDisplayTime - receiveTime].slice(-FRAMES);
    if (delays.length > 0 && now - reportedAt >= REPORT_MS) {
      reportedAt = now;
      onDelay(averageMs(delays));
    }
    handle = video.requestVideoFrameCallback(look);
  };
  handle = video.requestVideoFrameCallback(look);
  return () => video.cancelVideoFrameCallback(handle);
}
