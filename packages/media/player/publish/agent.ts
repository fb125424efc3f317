import type { PublishAgentName } from '../../port/gateway.ts';
import { backoffSteps } from '../../port/http.ts';
import type { IceServerConfig } from '../../port/player-config.ts';
import { PublishLink, type PublishState } from '../../publisher/connection/link.ts';

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
  /** Another track of the stream is sent from now on. */
  replaceTrack(track: MediaStreamTrack): Promise<void>;
  /** Final. Does not stop the tracks: the caller that opened the camera closes it. */
  stop(): void;
}

/** Throws for an unknown agent. */
export function createPublishAgent(agent: PublishAgentName, parts: PublishParts): PublishAgent {
  switch (agent) {
    case 'whip':
      return new WhipPublisher(parts);
    case 'janus':
    case 'nano':
      throw new Error(`Agent: ${agent} is not implemented`);
    default:
      throw new Error(`Unsupported agent ${agent satisfies never}`);
  }
}

/** Publishes a camera in one size, asks for a target before each connection, and reconnects a few times. */
export class WhipPublisher implements PublishAgent {
  readonly #link: PublishLink;
  #isOver = false;

  constructor({ stream, settings, target, isPassing, onChange }: PublishParts) {
    this.#link = new PublishLink({
      target: async () => {
        const { endPoint, accessToken, iceServers } = await target();
        return { url: endPoint, token: accessToken, iceServers: [...iceServers] };
      },
      plan: () => ({
        stream,
        codec: 'vp8',
        videoEncodings: [{ maxBitrate: settings.videoBitrate }],
        audioBitrate: settings.audioBitrate,
      }),
      steps: backoffSteps,
      isPassing,
      onChange: (state) => {
        this.#isOver ||= state.name === 'failed';
        onChange(state);
      },
    });
  }

  start(): void {
    if (!this.#isOver) this.#link.start();
  }

  async replaceTrack(track: MediaStreamTrack): Promise<void> {
    // What was not sent at the offer needs another connection.
    if ((await this.#link.session?.replaceTrack(track)) === false) this.#link.renew();
  }

  stop(): void {
    if (!this.#isOver) this.#link.stop();
  }
}
