import { holdPicture, releaseAtFrame } from './still.ts';

/** ms for which a size must stay the same to count, such as after resizing a window or turning a phone. */
export const settleMs = 1000;

/** In screen pixels, at most 1.5 times the screen's shorter side in CSS pixels: finer ones are invisible in motion. */
function shownHeight({ clientHeight }: HTMLElement): number {
  const enough = 1.5 * Math.min(screen.width, screen.height);
  return Math.round(Math.min(clientHeight * devicePixelRatio, enough));
}

/** Reports an element's height in screen pixels, at once and on changes; returns a function that stops it. */
export function watchHeight(element: HTMLElement, listener: (pixels: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastHeight = 0;
  const tell = () => {
    const height = shownHeight(element);
    // A hidden element has height 0.
    if (height === 0 || height === lastHeight) return;
    lastHeight = height;
    listener(height);
  };
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(tell, settleMs);
  });
  observer.observe(element);
  tell();
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

/** Labels for which the interface has texts. */
export type PlayerTrouble =
  | 'player.waiting'
  | 'player.unreachable'
  | 'player.full'
  | 'player.unauthorized'
  /** This browser cannot play the broadcast's format; others can. */
  | 'player.format'
  | 'player.codec';

export type PlayerState =
  | { readonly name: 'idle' }
  /** `trouble`: why the first attempt failed; null during it. */
  | { readonly name: 'connecting'; readonly trouble: PlayerTrouble | null }
  | { readonly name: 'playing' }
  /** `since`: ms since the epoch of the last frame. */
  | { readonly name: 'stalled'; readonly since: number }
  /** `reason`: the argument of `stop`. */
  | { readonly name: 'ended'; readonly reason: string }
  | { readonly name: 'failed'; readonly label: PlayerTrouble };

/** Sent with keep-alives; totals over all connections of the agent. */
export interface PlayerStats {
  readonly framesDecoded: number;
  readonly packetsLost: number;
  readonly stalledMs: number;
  /** ms since the epoch; null before the first frame. */
  readonly firstFrameAt: number | null;
}

export interface PlayerView {
  readonly state: PlayerState;
  /** Autoplay starts muted; true until the viewer turns the sound on. */
  readonly needsUnmute: boolean;
}

/** Plays one stream over any protocol. */
export interface PlayerAgent {
  readonly view: PlayerView;
  start(): void;
  /** Final: a new stream gets a new agent. */
  stop(reason: string): void;
  /** Makes a waiting attempt now: the stream can be played again. */
  hurry?(): void;
  setMuted(muted: boolean): void;
  stats(): PlayerStats;
}

export interface PlayerScreen {
  show(stream: MediaStream | null): void;
  /** Keeps the last picture until another stream shows a frame. */
  hold?(): void;
  setMuted(muted: boolean): void;
  /** Rejects if the browser requires a click first. */
  play(): Promise<void>;
  /** Reports the picture's height in pixels, now and on changes; returns a function that stops it. */
  onHeight?(listener: (pixels: number) => void): () => void;
}

/** Muted at first, as browsers require for autoplay. `holds`: keeps the last picture while reconnecting. */
export function screenOf(video: HTMLVideoElement, holds = false): PlayerScreen {
  video.autoplay = true;
  video.playsInline = true;
  video.muted = true;
  return {
    show: (stream) => {
      video.srcObject = stream;
      if (stream) releaseAtFrame(video);
    },
    ...(holds && { hold: () => holdPicture(video) }),
    setMuted: (muted) => {
      video.muted = muted;
    },
    play: () => video.play(),
    onHeight: (listener) => watchHeight(video, listener),
  };
}
