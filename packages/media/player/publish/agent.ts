import type { IceServerConfig } from '../../port/player-config.ts';

/** Where a camera is sent. */
export interface PublishStream {
  /** Where the offer is posted; may be relative to the site's origin. */
  readonly endPoint: string;
  readonly accessToken: string;
  readonly iceServers: readonly IceServerConfig[];
}

/** Upper limits in bit/s. */
export interface PublishBitrates {
  readonly videoBitrate: number;
  readonly audioBitrate: number;
}

export type PublishState =
  | { readonly name: 'idle' }
  /** `again`: media had left before. */
  | { readonly name: 'connecting'; readonly again: boolean }
  /** Media leaves, as the browser's own counters say. */
  | { readonly name: 'publishing' }
  | { readonly name: 'ended' }
  /** `error`: what the target was refused with, or what the media server or the line did. */
  | { readonly name: 'failed'; readonly error: unknown };

/** Dependencies of an agent; tests pass their own. */
export interface PublishParts {
  stream: MediaStream;
  settings: PublishBitrates;
  /** Asked before each connection: tokens are short-lived. */
  target: () => Promise<PublishStream>;
  /** Whether `target` may succeed later although it rejected with this error; true for every error unless given. */
  isPassing?: ((error: unknown) => boolean) | undefined;
  onChange(state: PublishState): void;
}

/** Sends one camera, whatever the protocol. */
export interface PublishAgent {
  start(): void;
  /** Final. Leaves the tracks alone: whoever opened the camera closes it. */
  stop(): void;
}
