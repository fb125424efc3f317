import type { PublishTrouble } from './connection/refusal.ts';
import type { SentMedia } from './health/sent-media.ts';
import type { SoundNotices } from './health/watches.ts';

export type PublishPhase =
  | 'idle'
  | 'connecting'
  /** Media is being sent. */
  | 'live'
  /** Media was sent before. */
  | 'reconnecting'
  /** `retry` starts again. */
  | 'failed'
  | 'closed';

export type SourceName = 'camera' | 'microphone';

export interface SourceState {
  /** Sends black or silence, by `setMuted`. */
  readonly isMuted: boolean;
  /** Delivers nothing because of the system, such as during a call on a phone. */
  readonly isMutedBySystem: boolean;
  /** The device is gone; `replaceTrack` ends this. */
  readonly isUnplugged: boolean;
}

export interface HealthNotices extends SoundNotices {
  /** The processor is too slow for the picture. */
  readonly cpuLimited: boolean;
  /** The camera has delivered no frame for two seconds. */
  readonly frozen: boolean;
}

export interface PublisherView {
  readonly phase: PublishPhase;
  /** Why the last attempt failed; null while live. */
  readonly trouble: PublishTrouble | null;
  /** Null without a track. */
  readonly camera: SourceState | null;
  readonly microphone: SourceState | null;
  /** Null unless live. */
  readonly sent: SentMedia | null;
  readonly notices: HealthNotices;
}

export const nothingNoticed: HealthNotices = {
  silent: false,
  talkingWhileMuted: false,
  cpuLimited: false,
  frozen: false,
};

export const unpublished: PublisherView = {
  phase: 'idle',
  trouble: null,
  camera: null,
  microphone: null,
  sent: null,
  notices: nothingNoticed,
};
