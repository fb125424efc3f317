import type { EndReason } from '#contract/chat/session.ts';

/** Why a stream can not be played, as a label the interface has a text for. */
export type PlayerTrouble =
  | 'player.waiting'
  | 'player.unreachable'
  | 'player.full'
  | 'player.unauthorized'
  | 'player.codec';

export type PlayerState =
  | { readonly name: 'idle' }
  /** `trouble` says why it takes longer than a first try. */
  | { readonly name: 'connecting'; readonly trouble: PlayerTrouble | null }
  | { readonly name: 'playing' }
  /** `since`: time (ms) of the last new picture. */
  | { readonly name: 'stalled'; readonly since: number }
  | { readonly name: 'ended'; readonly reason: EndReason }
  | { readonly name: 'failed'; readonly label: PlayerTrouble };

/** Goes up with keep-alive; counted since the agent was made, over all its connections. */
export interface PlayerStats {
  readonly framesDecoded: number;
  readonly packetsLost: number;
  readonly stalledMs: number;
  /** Time (ms since 1970) of the first picture, null before it. */
  readonly firstFrameAt: number | null;
}

export interface PlayerView {
  readonly state: PlayerState;
  /** Autoplay starts silent; true until the viewer asked for sound. */
  readonly needsUnmute: boolean;
}

/** Plays one stream, whatever protocol it comes by. */
export interface PlayerAgent {
  readonly view: PlayerView;
  start(): void;
  /** Ends for good; a new agent is made for a new stream. */
  stop(reason: EndReason): void;
  setMuted(muted: boolean): void;
  stats(): PlayerStats;
}

/** Where the picture appears. */
export interface PlayerScreen {
  show(stream: MediaStream | null): void;
  setMuted(muted: boolean): void;
  /** Rejects where the browser wants a click first. */
  play(): Promise<void>;
}

/** The screen of a video element; it starts silent, which is what browsers let play by itself. */
export function screenOf(video: HTMLVideoElement): PlayerScreen {
  video.autoplay = true;
  video.playsInline = true;
  video.muted = true;
  return {
    show: (stream) => {
      video.srcObject = stream;
    },
    setMuted: (muted) => {
      video.muted = muted;
    },
    play: () => video.play(),
  };
}
