import type { IceServerConfig } from '../../port/player-config.ts';
import type { PublishState } from '../../publisher/connection/link.ts';

export type { PublishState };

/** Target of a camera's stream. */
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

/** Dependencies of an agent; tests pass their own. */
export interface PublishParts {
  stream: MediaStream;
  settings: PublishBitrates;
  /** Called before each connection: tokens are short-lived. */
  target: () => Promise<PublishStream>;
  /** Whether `target` may succeed later after rejecting with this error; by default always true. */
  isPassing?: ((error: unknown) => boolean) | undefined;
  onChange(state: PublishState): void;
}

/** Publishes one camera over any protocol. */
export interface PublishAgent {
  start(): void;
  /** Final. Does not stop the tracks: the caller that opened the camera closes it. */
  stop(): void;
}
