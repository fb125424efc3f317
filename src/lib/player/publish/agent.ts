import type { CamBackStream, StreamSettings } from '#contract/chat/cam-back.ts';

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
  settings: StreamSettings;
  /** Asked before each connection: tokens are short-lived. */
  target: () => Promise<CamBackStream>;
  onChange(state: PublishState): void;
}

/** Sends one camera, whatever the protocol. */
export interface PublishAgent {
  start(): void;
  /** Final. Leaves the tracks alone: whoever opened the camera closes it. */
  stop(): void;
}
