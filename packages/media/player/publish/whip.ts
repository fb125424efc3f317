import { PublishLink } from '../../publisher/connection/link.ts';
import { backoffSteps } from '../backoff.ts';
import type { PublishAgent, PublishParts } from './agent.ts';

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

  stop(): void {
    if (!this.#isOver) this.#link.stop();
  }
}
