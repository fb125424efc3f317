// The browser publisher: camera and microphone to a WHIP server.
export { type Clock, createClock } from './clock.ts';
export type { LayerCount, VideoCodec } from './connection/encodings.ts';
export type { PublishTrouble } from './connection/refusal.ts';
export type { WhipTarget } from './connection/whip-session.ts';
export { createLevelMeter, type LevelMeter } from './health/health.ts';
export type { SentLayer, SentMedia } from './health/sent-media.ts';
export { createPublisher, type Publisher, type PublisherOptions } from './publisher.ts';
export type { HealthNotices, PublisherView, PublishPhase, SourceName, SourceState } from './view.ts';
